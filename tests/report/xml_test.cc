// The check that pictures and pages are held against finds faults.

#include "tests/support/xml.h"

#include <gtest/gtest.h>

namespace espalier::test {
namespace {

TEST(Xml, FindsFaults)
{
    EXPECT_EQ(fault_in_xml("<?xml?><!-- < & --><a b=\"&lt;\"><c/>&amp; &#38;</a>"), "");
    for (const char *wrong : {"<a>", "</a>", "<a></b>", "<a>&</a>", "<a b=c></a>", "<a b=\"&\"/>",
                              "<a b=\"x<y\"/>", "<a><b></a></b>", "<a", "<a>]]></a>"})
        EXPECT_NE(fault_in_xml(wrong), "") << wrong;
}

} // namespace
} // namespace espalier::test
