#pragma once

#include "espalier/base/diagnostic.h"

#include <exception>
#include <string>

namespace espalier {

/// Ends the work on an input: a diagnostic, and whose fault it is.
class Error : public std::exception {
public:
    Error(Fault fault, Diagnostic diagnostic) : fault_(fault), diagnostic_(std::move(diagnostic)) {}
    Error(Fault fault, DiagnosticKind kind, std::string message, SourcePlace place = {})
        : Error(fault, {Severity::error, kind, std::move(place), std::move(message)})
    {
    }

    Fault fault() const { return fault_; }
    const Diagnostic &diagnostic() const { return diagnostic_; }
    const char *what() const noexcept override { return diagnostic_.message.c_str(); }

private:
    Fault fault_;
    Diagnostic diagnostic_;
};

} // namespace espalier
