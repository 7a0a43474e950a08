#include "espalier/schedule/yaml_object.h"

#include "espalier/base/error.h"

namespace espalier::schedule {

void refuse(const YamlValue &where, const std::string &message)
{
    throw Error(Fault::input, DiagnosticKind::malformed_model, message, where.place);
}

const std::string &scalar(const YamlValue &value)
{
    if (value.kind != YamlValue::Kind::scalar)
        refuse(value, "this has to be a text");
    return value.scalar;
}

std::string reason(const isl::exception &failure)
{
    std::string text = failure.what(); // "FILE:LINE: reason"
    text = text.substr(text.rfind(": ") + 2);
    return text.starts_with("Assertion") ? "it is a set, relation or function of another kind"
                                         : text;
}

} // namespace espalier::schedule
