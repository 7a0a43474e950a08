#include "espalier/frontend/frontend.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/frontend/continues.h"
#include "espalier/frontend/environment.h"
#include "espalier/frontend/model.h"
#include "espalier/frontend/regions.h"
#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/steady_loops.h"
#include "espalier/frontend/switches.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Tooling/Tooling.h>

#include <algorithm>
#include <filesystem>

namespace espalier::frontend {

namespace {

/// Keeps Clang's first error, and how many followed it.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic &info) override
    {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level < clang::DiagnosticsEngine::Error)
            return;
        llvm::SmallString<128> text;
        info.FormatDiagnostic(text);
        Diagnostic diagnostic{Severity::error, DiagnosticKind::syntax_error, {}, text.str().str()};
        if (info.hasSourceManager() && info.getLocation().isValid())
            diagnostic.place = place_of(info.getSourceManager(), info.getLocation());
        errors.push_back(std::move(diagnostic));
    }

    std::vector<Diagnostic> errors;
};

class ExtractAction : public clang::ASTFrontendAction {
public:
    ExtractAction(const Options &options, const presburger::Context &context,
                  Extraction &extraction, std::exception_ptr &failure)
        : options_(options), context_(context), extraction_(extraction), failure_(failure)
    {
    }

    /// What can be read only once has been read already.
    bool PrepareToExecuteAction(clang::CompilerInstance &compiler) override
    {
        for (clang::FrontendInputFile &input : compiler.getFrontendOpts().Inputs) {
            std::string file = input.getFile().str();
            if (!is_stream(file))
                continue;
            std::string name = file == "-" ? "<stdin>" : file;
            input = clang::FrontendInputFile(name, input.getKind());
            compiler.getPreprocessorOpts().addRemappedFile(
                name, llvm::MemoryBuffer::getMemBufferCopy(extraction_.text, name).release());
        }
        return true;
    }

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                          llvm::StringRef) override
    {
        record_directives(compiler.getPreprocessor(), directives_);
        return std::make_unique<clang::ASTConsumer>();
    }

    void EndSourceFileAction() override
    {
        clang::CompilerInstance &compiler = getCompilerInstance();
        if (compiler.getDiagnostics().hasErrorOccurred())
            return;
        // Clang is built without exceptions: none may pass through it.
        try {
            clang::ASTContext &ast = compiler.getASTContext();
            extraction_.loops = source_loops(ast);
            extraction_.steady_loops = steady_loops(ast, directives_);
            const Expansions expansions = rewritten(ast);
            find_regions(ast, directives_, expansions, options_, context_, extraction_);
            extraction_.identifiers = expansions.new_names;
            extraction_.can_change_rounding = can_change_rounding(ast);
            for (const auto &entry : compiler.getPreprocessor().getIdentifierTable())
                extraction_.identifiers.insert(entry.getKey().str());
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

private:
    /// Has the tree say in other words what regions cannot have. That copies parts of it for C
    /// alone: calls in C++ have references, conversions and lifetimes.
    Expansions rewritten(clang::ASTContext &ast) const
    {
        turn_continues_into_branches(ast);
        if (ast.getLangOpts().CPlusPlus)
            return {};
        turn_switches_into_branches(ast);
        return expand_calls(ast, directives_);
    }

    const Options &options_;
    const presburger::Context &context_;
    Extraction &extraction_;
    std::exception_ptr &failure_;
    Directives directives_;
};

std::string ending_of(const std::string &file) { return std::filesystem::path(file).extension(); }

void check_is_read(const std::string &file, const std::string &text)
{
    bool is_binary = text.find('\0') != std::string::npos;
    if (!is_read(file) || is_binary)
        throw Error(Fault::input, DiagnosticKind::not_c_source,
                    is_binary ? "this is neither C nor C++: it contains zero bytes"
                              : "this is neither C nor C++, by its name's ending `" +
                                    ending_of(file) + "`",
                    {file, 0, 0, ""});
}

/// Where `pencil.h` is: beside the command where that is installed, else in the source.
std::string own_include_folder()
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path command = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = command.parent_path().parent_path() / "include" / "espalier";
    return !error && fs::exists(installed / "pencil.h", error) ? installed.string()
                                                               : ESPALIER_OWN_INCLUDE_DIR;
}

/// Clang's command line. What GCC 12 only warns of, Clang is not to refuse; options of the user
/// come after that, and count.
std::vector<std::string> arguments_for(const std::string &file, const Options &options)
{
    std::vector<std::string> result = {"espalier",
                                       "-fsyntax-only",
                                       "-fno-caret-diagnostics",
                                       "-x",
                                       is_cxx(file) ? "c++" : "c",
                                       "-resource-dir=" ESPALIER_CLANG_RESOURCE_DIR,
                                       "-D__ESPALIER__=1",
                                       "-Wno-error=implicit-function-declaration",
                                       "-Wno-error=implicit-int",
                                       "-Wno-error=int-conversion",
                                       "-Wno-error=incompatible-pointer-types",
                                       "-Wno-error=incompatible-function-pointer-types",
                                       "-Wno-error=return-mismatch",
                                       "-Wno-error=return-type"};
    result.insert(result.end(), options.clang_arguments.begin(), options.clang_arguments.end());
    result.push_back("-idirafter" + own_include_folder());
    result.push_back(file);
    return result;
}

} // namespace

bool is_read(const std::string &file)
{
    static const std::set<std::string> other_languages = {
        ".cu", ".cl", ".f", ".f90", ".F90", ".rs", ".py", ".m",
        ".mm", ".o",  ".a", ".so",  ".ll",  ".bc", ".s",  ".S"};
    return !other_languages.contains(ending_of(file));
}

bool is_cxx(const std::string &file)
{
    static const std::set<std::string> endings = {".cc",  ".cpp", ".cxx", ".c++", ".C",
                                                  ".hpp", ".hh",  ".hxx", ".H"};
    return endings.contains(ending_of(file));
}

Extraction extract(const std::string &file, const Options &options,
                   const presburger::Context &context)
{
    Extraction extraction;
    extraction.text = read_file(file);
    extraction.is_cxx = is_cxx(file);
    check_is_read(file, extraction.text);

    std::exception_ptr failure;
    ErrorCollector errors;
    llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager({options.directory}));
    clang::tooling::ToolInvocation invocation(
        arguments_for(file, options),
        std::make_unique<ExtractAction>(options, context, extraction, failure), files.get());
    invocation.setDiagnosticConsumer(&errors);
    bool accepted = invocation.run();
    if (failure)
        std::rethrow_exception(failure);
    if (!errors.errors.empty()) {
        Diagnostic first = errors.errors.front();
        first.notes.assign(errors.errors.begin() + 1, errors.errors.end());
        throw Error(Fault::input, first);
    }
    if (!accepted)
        throw Error(Fault::input, DiagnosticKind::syntax_error,
                    "Clang does not accept the file with these options", {file, 0, 0, ""});
    return extraction;
}

} // namespace espalier::frontend
