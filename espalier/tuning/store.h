#pragma once

#include "espalier/tuning/database.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::tuning {

/// What came of a point.
enum class Status {
    illegal, ///< the script cannot be applied, or breaks dependences
    failed,  ///< the code does not compile or run
    wrong,   ///< the program does not print what the original prints
    measured,
};

/// What is known of a point, or of a program that others are compared with.
struct Record {
    std::string point; ///< JSON of a point, or a name such as "original"
    Status status = Status::measured;
    std::vector<double> seconds = {}; ///< of each run
    std::string code = {};            ///< the fingerprint of the C file; empty if there is none
    std::string message = {};         ///< why it is not measured, or what it is the same as
    std::string output = {};          ///< of the original: what it prints
    bool operator==(const Record &) const = default;
};

/// What all points of a search share. Searches that differ in any of this are strangers.
struct Experiment {
    std::string input_name, input; ///< of the C file
    std::string script_name, script;
    std::string compile, run;
    std::string options; ///< all else that the results depend on
};

/// A short name for a text: equal for equal texts, and in practice for no others.
std::string fingerprint(const std::string &text);

/// The results of an experiment, in a file that outlives the search. Each record is on disk when
/// put() returns.
class Store {
public:
    /// Opens a file, or makes it. A file that it made goes again, if nothing is put into it.
    /// \throws Error{unreadable_file} if the file is something else
    /// \throws Error{unwritable_output} if it cannot be written to
    Store(const std::string &file, const Experiment &experiment);
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;
    ~Store();

    /// What is known, in the order in which it became known.
    /// \throws Error{unreadable_file} if that cannot be understood
    std::vector<Record> records();

    /// Adds a record, or replaces the one of its point.
    void put(const Record &record);

private:
    bool is_new_ = false;
    std::optional<Database> database_;
    std::string experiment_; ///< its number
    bool is_empty_ = true;
};

} // namespace espalier::tuning
