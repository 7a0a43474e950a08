#include "espalier/tuning/database.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

namespace espalier::tuning {

namespace {

constexpr const char *application = "1163088978"; ///< "ESPR": which program's file this is
constexpr const char *version = "1";              ///< of the tables
constexpr int patience = 10'000;                  ///< milliseconds, if another process writes

struct Finalize {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};

bool is_about_writing(int code)
{
    int primary = code & 0xff;
    return primary == SQLITE_READONLY || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL ||
           primary == SQLITE_IOERR || primary == SQLITE_BUSY || primary == SQLITE_PERM;
}

std::string column(sqlite3_stmt *statement, int number)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, number));
    return text == nullptr
               ? ""
               : std::string(text, std::size_t(sqlite3_column_bytes(statement, number)));
}

} // namespace

Database::Database(const std::string &file) : file_(file)
{
    sqlite3 *opened = nullptr;
    int code =
        sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database_.reset(opened);
    if (code != SQLITE_OK)
        fail(code);
    sqlite3_busy_timeout(opened, patience);
    require_own_format();
    if (sqlite3_db_readonly(opened, "main") == 1)
        fail(SQLITE_READONLY);
}

void Database::fail(int code)
{
    std::string why = database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code);
    if (code == SQLITE_READONLY)
        why = "it is write-protected";
    if (is_about_writing(code))
        throw Error(Fault::input, DiagnosticKind::unwritable_output,
                    "cannot write to the database: " + why, {file_, 0, 0, ""});
    fail_as_foreign(why);
}

void Database::fail_as_foreign(const std::string &why)
{
    throw Error(
        Fault::input, DiagnosticKind::unreadable_file,
        fmt::format("this is no database of `espalier tune`: {}; --database names another", why),
        {file_, 0, 0, ""});
}

/// A new file gets the format.
void Database::require_own_format()
{
    bool is_new = query("SELECT count(*) FROM sqlite_master").front().front() == "0";
    std::string found = query("PRAGMA application_id").front().front();
    if (is_new && found == "0") {
        query(fmt::format("PRAGMA application_id = {}", application));
        query(fmt::format("PRAGMA user_version = {}", version));
        return;
    }
    if (found != application)
        fail_as_foreign("another program has made it");
    std::string its_version = query("PRAGMA user_version").front().front();
    if (its_version != version)
        fail_as_foreign(fmt::format("it has version {} of the format, and only {} can be read",
                                    its_version, version));
}

std::vector<Database::Row> Database::query(const std::string &statement, const Row &values)
{
    sqlite3_stmt *made = nullptr;
    int code = sqlite3_prepare_v2(database_.get(), statement.c_str(), -1, &made, nullptr);
    std::unique_ptr<sqlite3_stmt, Finalize> prepared(made);
    for (std::size_t k = 0; code == SQLITE_OK && k < values.size(); ++k)
        code = sqlite3_bind_text64(made, int(k) + 1, values[k].data(), values[k].size(),
                                   SQLITE_TRANSIENT, SQLITE_UTF8);
    std::vector<Row> rows;
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(made);
        if (code != SQLITE_ROW)
            break;
        Row &row = rows.emplace_back();
        for (int k = 0; k < sqlite3_column_count(made); ++k)
            row.push_back(column(made, k));
    }
    if (code != SQLITE_DONE)
        fail(code);
    return rows;
}

} // namespace espalier::tuning
