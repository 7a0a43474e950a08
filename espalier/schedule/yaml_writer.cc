#include "espalier/schedule/yaml.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/band_options.h"

#include <fmt/format.h>

namespace espalier::schedule {

namespace {

/// Writes nodes as maps in block style. A map starts where the cursor of the text is; its further
/// lines are indented by `indent` spaces.
class YamlWriter {
public:
    /// \param depth  number of outer schedule dimensions
    void write(const Node &node, std::size_t indent, std::size_t depth)
    {
        indent_ = indent;
        depth_ = depth;
        std::visit(*this, node.payload());
        if (node.is<Band>())
            depth += node.as<Band>().size();
        if (node.is<Sequence>() || node.is<Set>())
            write_children(node, indent, depth);
        else if (node.is<Mark>() && node.child(0)->is<Leaf>())
            line("child: \"leaf\"");
        else if (!node.child(0)->is<Leaf>()) {
            line("child:");
            text_.append(indent + 2, ' ');
            write(*node.child(0), indent + 2, depth);
        }
    }

    std::string text() && { return std::move(text_); }

    void operator()(const Domain &domain) { first_entry("domain", domain.instances); }
    void operator()(const Context &context) { constraints_entry("context", context.constraints); }
    void operator()(const Filter &filter) { first_entry("filter", filter.instances); }
    void operator()(const Sequence &) { text_ += "sequence:\n"; }
    void operator()(const Set &) { text_ += "set:\n"; }
    void operator()(const Leaf &) { text_ += "leaf\n"; }
    void operator()(const Mark &mark) { text_ += fmt::format("mark: \"{}\"\n", mark.name); }
    void operator()(const Extension &extension) { first_entry("extension", extension.relation); }
    void operator()(const Guard &guard) { constraints_entry("guard", guard.constraints); }

    void operator()(const Expansion &expansion)
    {
        first_entry("contraction", expansion.contraction);
        line(entry("expansion", expansion.expansion));
    }

    void operator()(const Band &band)
    {
        first_entry("schedule", band.schedule);
        if (band.is_permutable)
            line("permutable: 1");
        if (std::any_of(band.members.begin(), band.members.end(),
                        [](const Member &member) { return member.is_coincident; }))
            write_coincident(band);
        if (std::any_of(band.members.begin(), band.members.end(),
                        [](const Member &member) { return member.kind() != LoopKind::sequential; }))
            write_roles(band);
        if (std::optional<isl::union_set> options = ast_options(band))
            line(entry("options", *options));
    }

private:
    void write_coincident(const Band &band)
    {
        std::vector<int> flags;
        for (const Member &member : band.members)
            flags.push_back(member.is_coincident);
        line(fmt::format("coincident: [ {} ]", fmt::join(flags, ", ")));
    }

    void write_roles(const Band &band)
    {
        std::vector<const char *> names;
        for (const Member &member : band.members)
            names.push_back(name(member.kind()));
        line(fmt::format("roles: [ {} ]", fmt::join(names, ", ")));
    }

    void write_children(const Node &node, std::size_t indent, std::size_t depth)
    {
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            text_.append(indent, ' ');
            text_ += "- ";
            write(*node.child(k), indent + 2, depth);
        }
    }

    template <class Object>
    static std::string entry(const char *key, const Object &value)
    {
        return fmt::format("{}: \"{}\"", key, presburger::to_string(value));
    }

    template <class Object>
    void first_entry(const char *key, const Object &value)
    {
        text_ += entry(key, value) + '\n';
    }

    /// isl works with constraints on all dimensions only.
    void constraints_entry(const char *key, const isl::set &constraints)
    {
        first_entry(key, with_dimensions(constraints, depth_));
    }

    void line(const std::string &text)
    {
        text_.append(indent_, ' ');
        text_ += text + '\n';
    }

    std::string text_;
    std::size_t indent_ = 0;
    std::size_t depth_ = 0;
};

} // namespace

std::string to_yaml(const Tree &tree)
{
    YamlWriter writer;
    writer.write(tree.node(), 0, 0);
    return std::move(writer).text();
}

} // namespace espalier::schedule
