// Espalier must run with the isl that it was compiled for, and with no other: libLLVM brings one
// too.

#include "espalier/presburger/context.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <isl/ctx.h>
#include <isl/set.h>

namespace {

/// The file that the dynamic linker finds a function in.
template <class Function>
std::string home_of(Function *function)
{
    Dl_info info;
    return ::dladdr(reinterpret_cast<void *>(function), &info) != 0 ? info.dli_fname : "";
}

TEST(IslBinding, IsTheVersionOfTheHeaders)
{
    std::string version = espalier::presburger::version();
    EXPECT_EQ(version.substr(0, 4), "isl-");
    EXPECT_NE(version.find("GMP"), std::string::npos) << version << " is not Debian's isl";
    EXPECT_GE(version.substr(4, 4), "0.25");
}

TEST(IslBinding, ComesFromThisProgram)
{
    std::string here = home_of(&home_of<int()>);
    EXPECT_EQ(home_of(&isl_ctx_alloc), here);
    EXPECT_EQ(home_of(&isl_id_read_from_str), here);
    EXPECT_EQ(home_of(&isl_set_read_from_str), here);
}

TEST(IslBinding, IsHiddenFromOtherLibraries)
{
    void *program = ::dlopen(nullptr, RTLD_NOW);
    void *found = ::dlsym(program, "isl_ctx_alloc");
    EXPECT_NE(found, reinterpret_cast<void *>(&isl_ctx_alloc));
    ::dlclose(program);
}

} // namespace
