#include "tools/espalier/target_options.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/targets/cuda/cuda_target.h"
#include "espalier/targets/opencl/opencl_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace espalier {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void wrong_command_line(const std::string &message)
{
    throw Error(Fault::command_line, DiagnosticKind::bad_command_line, message);
}

/// What all files beside hosts' begin with.
const std::string first_line =
    "// Written by Espalier; changes are lost when it writes this again.\n";

bool is_written_by_espalier(const fs::path &path)
{
    return fs::is_regular_file(path) && read_file(path.string()).starts_with(first_line);
}

/// "gemm" of the host's file gemm_host.c, and of gemm.c.
std::string stem_of(const std::string &host)
{
    const std::string suffix = "_host";
    std::string result = fs::path(host).stem().string();
    if (result.ends_with(suffix) && result != suffix)
        result.resize(result.size() - suffix.size());
    return result;
}

} // namespace

void TargetOptions::add_to(CLI::App &command)
{
    command.add_option("--target", target_, "The kind of code to write")
        ->check(CLI::IsMember({"openmp", "c", "opencl", "cuda"}));
    command.add_flag("--opencl-embed", embeds_kernels_,
                     "Have the kernels in the host's file, as a string");
    command.add_option("--transfers", transfers_,
                       "Whether memory goes to the device and comes back; with pointers, that of "
                       "the caller is there, and the device runs all that it can")
        ->check(CLI::IsMember({"auto", "pointers"}));
    command.add_option("--device", device_,
                       "The device that kernels are for: a100, h100, h200, small, eager, or a file as "
                       "`espalier machine --device` prints it (default: a100)");
}

void TargetOptions::settle(driver::OptimizeOptions &options, const std::string &input,
                           const std::string &output)
{
    output_ = output.empty() ? "-" : output;
    if (embeds_kernels_ && target_ != "opencl")
        wrong_command_line("--opencl-embed is for --target=opencl");
    options.target = target_ == "openmp" ? driver::Target::openmp : driver::Target::c;
    if (target_ == "opencl")
        options.device = std::make_shared<targets::OpenClTarget>(embeds_kernels_);
    else if (target_ == "cuda")
        options.device = std::make_shared<targets::CudaTarget>();
    if (!options.device && !device_.empty())
        wrong_command_line("--device is for --target=cuda and --target=opencl");
    if (transfers_ != "auto" && target_ != "cuda")
        wrong_command_line("--transfers=pointers is for --target=cuda");
    if (!options.device)
        return;
    options.target = driver::Target::openmp; // of what the host runs
    options.device_machine = machine::named_device(device_.empty() ? "a100" : device_);
    if (transfers_ == "pointers")
        options.device_machine.launch_us = 0; // whatever it takes
    if (options.script || options.emit_script)
        wrong_command_line(fmt::format("there are no scripts for --target={} yet", target_));
    const bool has_one_file = embeds_kernels_ || options.windows.last;
    if (output == "-" && !has_one_file)
        wrong_command_line(fmt::format("--target={} writes several files, which have no room on "
                                       "standard output",
                                       target_));
    const fs::path source = input;
    is_output_named_ = !output.empty() || has_one_file;
    if (!is_output_named_)
        output_ = source.stem().string() + "_host" + source.extension().string();
    options.device_stem = stem_of(output_);
}

void TargetOptions::write_beside(const std::vector<targets::DeviceFile> &files) const
{
    const fs::path folder = fs::path(output_).parent_path();
    auto is_there = [&](const targets::DeviceFile &file) { return fs::exists(folder / file.name); };
    for (const targets::DeviceFile &file : files)
        if (is_there(file) && !is_written_by_espalier(folder / file.name))
            throw Error(Fault::command_line, DiagnosticKind::unwritable_output,
                        fmt::format("{} is there, and Espalier has not written it; name another "
                                    "file for the host with -o, or move it",
                                    (folder / file.name).string()));
    if (!is_output_named_ && fs::exists(output_) && !std::ranges::any_of(files, is_there))
        throw Error(Fault::command_line, DiagnosticKind::unwritable_output,
                    fmt::format("{0} is there; write over it with -o {0}", output_));
    for (const targets::DeviceFile &file : files)
        write_file((folder / file.name).string(), first_line + file.text);
}

} // namespace espalier
