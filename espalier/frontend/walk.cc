#include "espalier/frontend/walk.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace espalier::frontend {

namespace {

// The only visitor: each takes a compiler as long as all the rest of the front end.
class Walker : public clang::RecursiveASTVisitor<Walker> {
public:
    explicit Walker(const Steps &steps) : steps_(steps) {}

    bool TraverseStmt(clang::Stmt *statement)
    {
        if (!statement || !steps_.enter(*statement))
            return true;
        bool result = RecursiveASTVisitor::TraverseStmt(statement);
        if (steps_.leave)
            steps_.leave(*statement);
        return result;
    }

    bool VisitVarDecl(clang::VarDecl *variable)
    {
        if (steps_.declare)
            steps_.declare(*variable);
        return true;
    }

private:
    const Steps &steps_;
};

} // namespace

void walk(const clang::Stmt *statement, const Steps &steps)
{
    Walker(steps).TraverseStmt(const_cast<clang::Stmt *>(statement));
}

} // namespace espalier::frontend
