#include "espalier/schedule/yaml_document.h"

#include "espalier/base/error.h"
#include "espalier/schedule/yaml_quotes.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

namespace espalier::schedule {

namespace {

/// Builds values from the parser's events. `open_` is the stack of sequences and maps that are
/// being read; a map's last entry has a null value until that has been read.
class DocumentBuilder : public YAML::EventHandler {
public:
    DocumentBuilder(const std::string &text, const std::string &file) : file_(file)
    {
        result_.place.file = file;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);)
            lines_.push_back(std::move(line));
    }

    YamlValue result() && { return std::move(result_); }

    SourcePlace place(const YAML::Mark &mark) const
    {
        if (mark.is_null())
            return {file_, 0, 0, ""};
        auto line = static_cast<std::size_t>(mark.line);
        return {file_, unsigned(mark.line) + 1, unsigned(mark.column) + 1,
                line < lines_.size() ? lines_[line] : ""};
    }

    /// From here on, another document is an error.
    void expect_end() { is_complete_ = true; }

    void OnDocumentStart(const YAML::Mark &mark) override
    {
        if (is_complete_)
            refuse(mark, "there is another document in this text; one is expected");
    }

    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t) override
    {
        add({YamlValue::Kind::null, place(mark), "", {}, {}});
    }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override
    {
        refuse(mark, "aliases are not allowed here: a node of a tree has one place");
    }

    void OnScalar(const YAML::Mark &mark, const std::string &, YAML::anchor_t,
                  const std::string &value) override
    {
        add({YamlValue::Kind::scalar, place(mark), value, {}, {}});
    }

    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t,
                         YAML::EmitterStyle::value) override
    {
        open(YamlValue::Kind::sequence, mark);
    }

    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t,
                    YAML::EmitterStyle::value) override
    {
        open(YamlValue::Kind::map, mark);
    }

    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    [[noreturn]] void refuse(const YAML::Mark &mark, const std::string &message) const
    {
        refuse(place(mark), message);
    }

    [[noreturn]] static void refuse(const SourcePlace &place, const std::string &message)
    {
        throw Error(Fault::input, DiagnosticKind::malformed_model, message, place);
    }

    void open(YamlValue::Kind kind, const YAML::Mark &mark)
    {
        open_.push_back({kind, place(mark), "", {}, {}});
    }

    void close()
    {
        YamlValue value = std::move(open_.back());
        open_.pop_back();
        add(std::move(value));
    }

    void add(YamlValue value)
    {
        if (open_.empty()) {
            result_ = std::move(value);
            return;
        }
        YamlValue &parent = open_.back();
        bool is_key =
            parent.kind == YamlValue::Kind::map && parent.keys.size() == parent.items.size();
        if (is_key)
            add_key(parent, std::move(value));
        else
            parent.items.push_back(std::move(value));
    }

    static void add_key(YamlValue &map, YamlValue key)
    {
        if (key.kind != YamlValue::Kind::scalar)
            refuse(key.place, "a key has to be a word");
        if (std::any_of(map.keys.begin(), map.keys.end(),
                        [&](const YamlValue &other) { return other.scalar == key.scalar; }))
            refuse(key.place, fmt::format("the key `{}` stands twice in one map", key.scalar));
        map.keys.push_back(std::move(key));
    }

    const std::string &file_;
    std::vector<std::string> lines_;
    std::vector<YamlValue> open_;
    bool is_complete_ = false;
    YamlValue result_;
};

} // namespace

const YamlValue *YamlValue::find(const std::string &key) const
{
    for (std::size_t k = 0; k < keys.size(); ++k)
        if (keys[k].scalar == key)
            return &items[k];
    return nullptr;
}

YamlValue read_yaml_document(const std::string &text, const std::string &file)
{
    DocumentBuilder builder(text, file);
    std::istringstream stream(with_quotes(text));
    try {
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
        builder.expect_end();
        parser.HandleNextDocument(builder);
    } catch (const YAML::DeepRecursion &failure) {
        throw Error(Fault::input, DiagnosticKind::malformed_model, "this is nested too deeply",
                    builder.place(failure.mark));
    } catch (const YAML::Exception &failure) {
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    fmt::format("this is not YAML: {}", failure.msg), builder.place(failure.mark));
    }
    return std::move(builder).result();
}

} // namespace espalier::schedule
