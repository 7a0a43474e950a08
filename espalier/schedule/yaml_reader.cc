#include "espalier/schedule/yaml.h"

#include "espalier/base/error.h"
#include "espalier/schedule/band_options.h"
#include "espalier/schedule/validity.h"
#include "espalier/schedule/yaml_document.h"
#include "espalier/schedule/yaml_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace espalier::schedule {

namespace {

/// Makes nodes of maps: one function for each key that gives a node its type.
class TreeReader {
public:
    explicit TreeReader(isl::ctx ctx) : ctx_(ctx) {}

    NodePtr read(const YamlValue &value) const
    {
        if (value.kind == YamlValue::Kind::null ||
            (value.kind == YamlValue::Kind::scalar && value.scalar == "leaf"))
            return leaf();
        if (value.kind != YamlValue::Kind::map)
            refuse(value, "a node has to be a map, or the word `leaf`");
        const Type &type = type_of(value);
        for (const YamlValue &key : value.keys)
            if (!type.allows(key.scalar))
                refuse(key, fmt::format("`{}` has no meaning in a node with `{}`", key.scalar,
                                        type.key));
        return (this->*type.read)(value);
    }

private:
    using Read = NodePtr (TreeReader::*)(const YamlValue &) const;

    struct Type {
        std::string_view key;
        std::vector<std::string_view> others;
        Read read;

        bool allows(std::string_view other) const
        {
            return other == key || std::find(others.begin(), others.end(), other) != others.end();
        }
    };

    static const std::vector<Type> &types()
    {
        static const std::vector<Type> result = {
            {"domain", {"child"}, &TreeReader::read_domain},
            {"context", {"child"}, &TreeReader::read_context},
            {"filter", {"child"}, &TreeReader::read_filter},
            {"sequence", {}, &TreeReader::read_sequence},
            {"set", {}, &TreeReader::read_set},
            {"schedule",
             {"permutable", "coincident", "roles", "options", "child"},
             &TreeReader::read_band},
            {"mark", {"child"}, &TreeReader::read_mark},
            {"expansion", {"contraction", "child"}, &TreeReader::read_expansion},
            {"extension", {"child"}, &TreeReader::read_extension},
            {"guard", {"child"}, &TreeReader::read_guard},
            {"leaf", {}, &TreeReader::read_leaf},
        };
        return result;
    }

    static const Type &type_of(const YamlValue &value)
    {
        for (const Type &type : types())
            if (value.find(std::string(type.key)))
                return type;
        std::vector<std::string_view> keys;
        for (const Type &type : types())
            keys.push_back(type.key);
        refuse(
            value.keys.empty() ? value : value.keys.front(),
            fmt::format("this map is no node: it has none of the keys {}", fmt::join(keys, ", ")));
    }

    NodePtr read_domain(const YamlValue &value) const
    {
        return node(Domain{read_object<isl::union_set>(value, "domain")}, read_child(value));
    }

    NodePtr read_context(const YamlValue &value) const
    {
        return node(Context{read_object<isl::set>(value, "context")}, read_child(value));
    }

    NodePtr read_filter(const YamlValue &value) const
    {
        return node(Filter{read_object<isl::union_set>(value, "filter")}, read_child(value));
    }

    NodePtr read_sequence(const YamlValue &value) const
    {
        return sequence(read_children(*value.find("sequence")));
    }

    NodePtr read_set(const YamlValue &value) const
    {
        return set(read_children(*value.find("set")));
    }

    NodePtr read_leaf(const YamlValue &) const { return leaf(); }

    NodePtr read_mark(const YamlValue &value) const
    {
        return node(Mark{scalar(*value.find("mark"))}, read_child(value));
    }

    NodePtr read_extension(const YamlValue &value) const
    {
        return node(Extension{read_object<isl::union_map>(value, "extension")}, read_child(value));
    }

    NodePtr read_guard(const YamlValue &value) const
    {
        return node(Guard{read_object<isl::set>(value, "guard")}, read_child(value));
    }

    NodePtr read_expansion(const YamlValue &value) const
    {
        if (!value.find("contraction"))
            refuse(value, "an expansion needs a `contraction`, its inverse");
        return node(Expansion{read_object<isl::union_pw_multi_aff>(value, "contraction"),
                              read_object<isl::union_map>(value, "expansion")},
                    read_child(value));
    }

    NodePtr read_band(const YamlValue &value) const
    {
        Band band(read_object<isl::multi_union_pw_aff>(value, "schedule"));
        if (const YamlValue *permutable = value.find("permutable"))
            band.is_permutable = flag(*permutable);
        if (const YamlValue *coincident = value.find("coincident"))
            read_coincident(*coincident, band);
        if (const YamlValue *roles = value.find("roles"))
            read_roles(*roles, band);
        if (const YamlValue *options = value.find("options")) {
            std::string problem =
                set_ast_options(band, read_object<isl::union_set>(value, "options"));
            if (!problem.empty())
                refuse(*options, problem);
        }
        return node(std::move(band), read_child(value));
    }

    /// \param what  in the list
    static void require_one_each(const YamlValue &value, const Band &band, const char *key,
                                 const char *what)
    {
        if (value.kind != YamlValue::Kind::sequence || value.items.size() != band.size())
            refuse(value, fmt::format("`{}` has to be a list of {} {}, one for each member of the "
                                      "band",
                                      key, band.size(), what));
    }

    static void read_coincident(const YamlValue &value, Band &band)
    {
        require_one_each(value, band, "coincident", "numbers");
        for (std::size_t k = 0; k < band.size(); ++k)
            band.members[k].is_coincident = flag(value.items[k]);
    }

    static void read_roles(const YamlValue &value, Band &band)
    {
        require_one_each(value, band, "roles", "names");
        for (std::size_t k = 0; k < band.size(); ++k) {
            std::optional<LoopKind> kind = loop_kind(scalar(value.items[k]));
            if (!kind)
                refuse(value.items[k],
                       fmt::format("`{}` is no role of a loop; there are sequential, "
                                   "parallel, vector, strict_vector, narrow_vector and joined",
                                   scalar(value.items[k])));
            band.members[k].role = loop_role(*kind);
        }
    }

    std::vector<NodePtr> read_children(const YamlValue &value) const
    {
        if (value.kind != YamlValue::Kind::sequence || value.items.empty())
            refuse(value, "this has to be a list of filter nodes");
        std::vector<NodePtr> result;
        for (const YamlValue &item : value.items)
            result.push_back(read(item));
        return result;
    }

    NodePtr read_child(const YamlValue &value) const
    {
        const YamlValue *child = value.find("child");
        return child ? read(*child) : leaf();
    }

    static bool flag(const YamlValue &value)
    {
        if (scalar(value) != "0" && scalar(value) != "1")
            refuse(value, "this has to be 0 or 1");
        return value.scalar == "1";
    }

    template <class Object>
    Object read_object(const YamlValue &map, const std::string &key) const
    {
        return read_yaml_object<Object>(ctx_, *map.find(key), key);
    }

    isl::ctx ctx_;
};

/// The value that made the node at the end of a path.
const YamlValue &value_at(const YamlValue &root, const std::vector<std::size_t> &path)
{
    const YamlValue *result = &root;
    for (std::size_t position : path) {
        const YamlValue *children = result->find("sequence");
        if (!children)
            children = result->find("set");
        const YamlValue *child = children ? &children->items[position] : result->find("child");
        if (!child)
            return *result;
        result = child;
    }
    return *result;
}

} // namespace

Tree read_yaml(isl::ctx ctx, const std::string &text, const std::string &file)
{
    return read_tree(ctx, read_yaml_document(text, file));
}

Tree read_tree(isl::ctx ctx, const YamlValue &document)
{
    if (document.kind == YamlValue::Kind::null)
        refuse(document, "there is no schedule tree in this text");
    Tree result = Tree::unchecked(TreeReader(ctx).read(document));
    if (std::optional<Violation> violation = find_violation(result.root()))
        throw Error(Fault::input, DiagnosticKind::invalid_schedule_tree, violation->message,
                    value_at(document, violation->path).place);
    return result;
}

} // namespace espalier::schedule
