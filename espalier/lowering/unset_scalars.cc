#include "espalier/lowering/unset_scalars.h"

#include <algorithm>

namespace espalier::lowering {

namespace {

/// What happens first to a scalar, on all ways through a piece of code.
enum class First {
    nothing, ///< on some ways
    write,
    read, ///< on one of them
};

class Reader {
public:
    Reader(const program::Program &program, std::size_t scalar) : program_(program), scalar_(scalar)
    {
    }

    First first(const CodePtr &code) const
    {
        return code ? std::visit([this](const auto &kind) { return in(kind); }, code->kind)
                    : First::nothing;
    }

    First first(const Code &code) const
    {
        return std::visit([this](const auto &kind) { return in(kind); }, code.kind);
    }

private:
    First in(const Instance &instance) const
    {
        const program::Statement *statement = statement_of(program_, instance.user);
        if (!statement || statement->is_kill())
            return First::nothing;
        auto does = [&](program::AccessKind kind) {
            return std::ranges::any_of(statement->accesses, [&](const program::Access &access) {
                return access.array == scalar_ && access.kind == kind;
            });
        };
        return does(program::AccessKind::read)    ? First::read
               : does(program::AccessKind::write) ? First::write
                                                  : First::nothing;
    }

    First in(const Block &block) const
    {
        for (const CodePtr &child : block.children)
            if (const First result = first(child); result != First::nothing)
                return result;
        return First::nothing;
    }

    First in(const Choice &choice) const { return either(choice.yes, choice.no); }

    First in(const Guard &guard) const
    {
        return in(guard.instance) == First::read ? First::read : either(guard.yes, guard.no);
    }

    First in(const Loop &loop) const
    {
        return first(loop.body) == First::read ? First::read : First::nothing;
    }

    First in(const Let &let) const { return first(let.body); }
    First in(const Declarations &declarations) const { return first(declarations.body); }
    First in(const ScalarReplacement &replacement) const { return first(replacement.body); }
    template <class Other>
    First in(const Other &) const
    {
        return First::write;
    }

    First either(const CodePtr &yes, const CodePtr &no) const
    {
        const First one = first(yes), other = first(no);
        return one == First::read || other == First::read ? First::read
               : one == other                             ? one
                                                          : First::nothing;
    }

    const program::Program &program_;
    std::size_t scalar_;
};

} // namespace

bool may_look_unset(const program::Program &program, const Code &code, std::size_t scalar)
{
    return Reader(program, scalar).first(code) == First::read;
}

} // namespace espalier::lowering
