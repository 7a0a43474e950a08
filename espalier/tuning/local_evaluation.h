#pragma once

#include "espalier/tuning/evaluation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::tuning {

/// How long a run takes.
enum class Metric {
    wall,   ///< by the clock on the wall, from start to end
    output, ///< by what it prints (see printed_time())
};

/// Commands of the shell. In these, `{input}` stands for the C file, `{output}` and `{program}` for
/// the program, and `{options}` for what the preprocessor needs.
struct Commands {
    std::string compile = "cc -O3 -march=native -fopenmp {options} {input} -o {output} -lm";
    std::string run = "{program}";
    Metric metric = Metric::wall;
    std::size_t repeat = 3;
};

/// Compiles and runs on this machine, in a folder of its own that goes with it.
class LocalEvaluator : public Evaluator {
public:
    /// \param input    the original C file: candidates have its name, and include what is beside it
    /// \param options  for the preprocessor: "-I", "folder", "-DN=3"
    /// \throws Error{unwritable_output} if there can be no folder
    LocalEvaluator(const Commands &commands, const std::string &input,
                   const std::vector<std::string> &options);
    LocalEvaluator(const LocalEvaluator &) = delete;
    LocalEvaluator &operator=(const LocalEvaluator &) = delete;
    ~LocalEvaluator() override;

    Measurement measure(const std::string &code, std::optional<double> limit) override;

private:
    std::string folder_, source_, program_, compile_, run_;
    Commands commands_;
};

} // namespace espalier::tuning
