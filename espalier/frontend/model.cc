#include "espalier/frontend/model.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/parameters.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/set.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace espalier::frontend {

namespace {

/// 2^exponent.
isl::val power_of_two(isl::ctx ctx, unsigned exponent)
{
    return isl::val(ctx, static_cast<long>(exponent)).pow2();
}

} // namespace

void Scope::forget(const VariableSet &variables)
{
    for (const clang::VarDecl *variable : variables) {
        values.erase(variable);
        bounds.erase(variable);
        polynomials.erase(variable);
        pointers.erase(variable);
        changed.insert(variable);
    }
}

std::optional<std::size_t> Scope::dimension_of(const clang::VarDecl *variable) const
{
    auto found = std::find(loops.begin(), loops.end(), variable);
    return found == loops.end() ? std::nullopt : std::optional<std::size_t>(found - loops.begin());
}

isl::pw_aff Scope::innermost() const
{
    isl_local_space *space = isl_local_space_from_space(domain.space().release());
    isl_aff *value = isl_aff_var_on_domain(space, isl_dim_set, static_cast<unsigned>(depth()) - 1);
    return isl::pw_aff(isl::manage(value)).intersect_domain(domain);
}

Model::Model(const clang::ASTContext &ast, isl::ctx ctx, const FunctionUsage &function,
             const std::vector<const clang::Stmt *> &region)
    : ast_(ast), ctx_(ctx), function_(function), region_(region), usage_(usage_of(region)),
      is_run_once_(!function.may_repeat(region.front()))
{
    program_.context = isl::set::universe(isl::space::unit(ctx));
    program_.assumptions = program_.context;
    program_.wide_type = ast.getTypeSize(ast.LongTy) == 64 ? "long" : "long long";
}

Scope Model::outermost_scope() const
{
    isl::space space = isl::space::unit(ctx_).add_unnamed_tuple(0);
    return {isl::set::universe(space), {}, {}, {}, {}, {}, {}};
}

bool Model::may_be_aliased(const clang::VarDecl *variable) const
{
    const clang::QualType type = variable->getType();
    // Member functions get the address of their object.
    return !variable->hasLocalStorage() || type.isVolatileQualified() || type->isReferenceType() ||
           (type->isRecordType() && is_cxx()) || function_.total().address_taken.contains(variable);
}

bool Model::may_be_pointed_to(const clang::VarDecl *variable) const
{
    if (function_.is_out_of_reach(variable))
        return false;
    return may_be_aliased(variable) ||
           (!variable->getType()->isScalarType() && function_.total().copied.contains(variable));
}

bool Model::keeps_declared_value(const clang::VarDecl *variable) const
{
    const auto is_rival = [&](const clang::VarDecl *other) {
        return other != variable && other->getName() == variable->getName();
    };
    return variable->hasLocalStorage() && !may_be_aliased(variable) &&
           !usage_.declared.contains(variable) &&
           !function_.is_assigned_beside(variable, region_) &&
           (variable->hasInit() || llvm::isa<clang::ParmVarDecl>(variable) ||
            variable->getType()->isArrayType()) &&
           is_run_once_ && std::ranges::none_of(function_.total().declared, is_rival) &&
           std::ranges::none_of(function_.function()->parameters(), is_rival);
}

void Model::refuse_macro(const std::string &name, clang::SourceLocation where) const
{
    const auto known = ast_.Idents.find(name);
    if (known != ast_.Idents.end() && known->second->hadMacroDefinition())
        throw Unmodelled{DiagnosticKind::unmodelled_text, where,
                         fmt::format("`{}` is a macro too, and would be expanded twice", name)};
}

bool Model::is_declared_at_start(const clang::VarDecl *variable) const
{
    for (const clang::Stmt *statement : region_) {
        const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
        if (!declaration)
            return false;
        for (const clang::Decl *declared : declaration->decls())
            if (declared->getCanonicalDecl() == variable)
                return true;
    }
    return false;
}

void Model::assume_never(const isl::set &bad, clang::SourceLocation where, const std::string &what)
{
    if (deferred_) {
        deferred_->push_back({bad, where, what});
        return;
    }
    const isl::set possible = program_.context.intersect(program::parameter_ranges(program_));
    const isl::set assumed = possible.intersect(program_.assumptions);
    const isl::set culprits = bad.params().intersect(assumed);
    if (culprits.is_empty())
        return;
    program_.assumptions = program_.assumptions.subtract(culprits.gist(assumed)).coalesce();
    if (program_.assumptions.intersect(possible).is_empty())
        throw Unmodelled{DiagnosticKind::unmodelled_expression, where, what};
}

std::vector<Model::Obligation> Model::obligations_of(const std::function<void()> &work)
{
    std::vector<Obligation> collected;
    std::vector<Obligation> *outer = std::exchange(deferred_, &collected);
    try {
        work();
    } catch (...) {
        deferred_ = outer;
        throw;
    }
    deferred_ = outer;
    return collected;
}

const clang::VarDecl *Model::this_object(clang::QualType type)
{
    // The syntax tree is not changed by what it holds the memory of.
    auto &ast = const_cast<clang::ASTContext &>(ast_);
    if (!this_object_)
        this_object_ = clang::ImplicitParamDecl::Create(
            ast, const_cast<clang::FunctionDecl *>(function_.function()), clang::SourceLocation(),
            &new_names_.get("this"), type, clang::ImplicitParamKind::CXXThis);
    return this_object_;
}

const clang::VarDecl *Model::new_variable(const std::string &name, clang::QualType type)
{
    // The syntax tree is not changed by what it holds the memory of.
    auto &ast = const_cast<clang::ASTContext &>(ast_);
    auto *owner = const_cast<clang::FunctionDecl *>(function_.function());
    std::string unused = name;
    while (ast.Idents.find(unused) != ast.Idents.end() ||
           new_names_.find(unused) != new_names_.end())
        unused += '_';
    const clang::VarDecl *variable = clang::VarDecl::Create(
        ast, owner, region_.front()->getBeginLoc(), region_.front()->getBeginLoc(),
        &new_names_.get(unused), type, ast.getTrivialTypeSourceInfo(type), clang::SC_None);
    usage_.declared.insert(variable);
    return variable;
}

Model::Range Model::range(clang::QualType type) const
{
    unsigned bits = type->isBooleanType() ? 1 : static_cast<unsigned>(ast_.getIntWidth(type));
    bool is_signed = type->isSignedIntegerOrEnumerationType();
    isl::val bound = power_of_two(ctx_, is_signed ? bits - 1 : bits);
    return {is_signed ? bound.neg() : isl::val::zero(ctx_), bound.sub(isl::val::one(ctx_))};
}

std::string Model::spell(clang::QualType type) const
{
    const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
    std::string text = type.getUnqualifiedType().getAsString(ast_.getPrintingPolicy());
    // There are vectors of floating-point numbers, and bytes may be parts of anything, under
    // whatever name. What `auto` and names of classes and namespaces stand for is known where they
    // are declared. The expression in a typeof() names what may not be there where the type is
    // printed.
    if (canonical->isRealFloatingType() || canonical->isCharType() || is_cxx() ||
        text.find("typeof") != std::string::npos)
        text = canonical.getAsString(ast_.getPrintingPolicy());
    if (text.find("unnamed") != std::string::npos && type->isEnumeralType())
        return spell(type->castAs<clang::EnumType>()->getDecl()->getIntegerType());
    return text;
}

SourcePlace Model::place(clang::SourceLocation location) const
{
    return place_of(ast_.getSourceManager(), location);
}

SourcePlace place_of(const clang::SourceManager &sources, clang::SourceLocation location)
{
    clang::PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(location), false);
    if (presumed.isInvalid())
        return {};
    auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(location));
    llvm::StringRef buffer = sources.getBufferData(file);
    std::size_t begin = buffer.rfind('\n', offset);
    begin = begin == llvm::StringRef::npos || offset == 0 ? 0 : begin + 1;
    if (offset > 0 && offset < buffer.size() && buffer[offset] == '\n')
        begin = buffer.rfind('\n', offset - 1) + 1;
    llvm::StringRef line = buffer.substr(begin).split('\n').first.rtrim("\r");
    return {presumed.getFilename(), presumed.getLine(), presumed.getColumn(), line.str()};
}

bool is_modelled_integer(const clang::ASTContext &ast, clang::QualType type)
{
    return type->isIntegralOrEnumerationType() && !type->isAtomicType() && !type->isBitIntType() &&
           ast.getTypeSize(type) <= 64;
}

} // namespace espalier::frontend
