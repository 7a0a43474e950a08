#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

namespace espalier::tuning {

/// A file of SQLite with the results of `espalier tune`. Each change is on disk when it returns.
/// Errors of SQLite become Error{unreadable_file}, or {unwritable_output} where writing fails.
class Database {
public:
    /// The columns of a row, as text.
    using Row = std::vector<std::string>;

    /// Opens a file, or makes it.
    explicit Database(const std::string &file);

    /// \param values  of the ? in the statement
    std::vector<Row> query(const std::string &statement, const Row &values = {});

    const std::string &file() const { return file_; }

private:
    struct Close {
        void operator()(sqlite3 *database) const { sqlite3_close(database); }
    };

    [[noreturn]] void fail(int code);
    [[noreturn]] void fail_as_foreign(const std::string &why);
    void require_own_format();

    std::string file_;
    std::unique_ptr<sqlite3, Close> database_;
};

} // namespace espalier::tuning
