#include "espalier/tuning/store.h"

#include "espalier/base/error.h"
#include "espalier/tuning/point.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>

namespace espalier::tuning {

namespace {

constexpr std::array<const char *, 4> status_names = {"illegal", "failed", "wrong", "measured"};

constexpr const char *experiments_table =
    "CREATE TABLE IF NOT EXISTS experiments (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, "
    "input TEXT, script TEXT, compile TEXT, run TEXT, options TEXT)";
constexpr const char *points_table =
    "CREATE TABLE IF NOT EXISTS points (number INTEGER PRIMARY KEY, experiment INTEGER NOT NULL "
    "REFERENCES experiments, point TEXT NOT NULL, status TEXT NOT NULL, seconds TEXT NOT NULL, "
    "code TEXT NOT NULL, message TEXT NOT NULL, output TEXT NOT NULL, UNIQUE (experiment, point))";

std::string key(const Experiment &experiment)
{
    std::string all;
    for (const std::string *part : {&experiment.input, &experiment.script, &experiment.compile,
                                    &experiment.run, &experiment.options})
        all += fmt::format("{}:{}", part->size(), *part);
    return fingerprint(all);
}

[[noreturn]] void fail_to_understand(const std::string &file, const std::string &point)
{
    throw Error(
        Fault::input, DiagnosticKind::unreadable_file,
        fmt::format("the database is damaged: it has a point `{}` that makes no sense", point),
        {file, 0, 0, ""});
}

Record record_of(const Database::Row &row, const std::string &file)
{
    Record record;
    record.point = row[0];
    const auto *name = std::ranges::find(status_names, row[1]);
    if (name == status_names.end())
        fail_to_understand(file, row[0]);
    record.status = Status(name - status_names.begin());
    try {
        if (record.point.starts_with("["))
            point_from_json(record.point);
        record.seconds = nlohmann::json::parse(row[2]).get<std::vector<double>>();
    } catch (const nlohmann::json::exception &) {
        fail_to_understand(file, row[0]);
    } catch (const std::invalid_argument &) {
        fail_to_understand(file, row[0]);
    }
    if (record.status == Status::measured && record.seconds.empty())
        fail_to_understand(file, row[0]);
    record.code = row[3];
    record.message = row[4];
    record.output = row[5];
    return record;
}

} // namespace

/// FNV-1a, with 64 bits.
std::string fingerprint(const std::string &text)
{
    std::uint64_t hash = 14695981039346656037U;
    for (char each : text)
        hash = (hash ^ static_cast<unsigned char>(each)) * 1099511628211U;
    return fmt::format("{:016x}", hash);
}

Store::Store(const std::string &file, const Experiment &experiment)
{
    std::error_code error;
    is_new_ = !std::filesystem::exists(file, error);
    database_.emplace(file);
    database_->query(experiments_table);
    database_->query(points_table);
    database_->query("INSERT OR IGNORE INTO experiments (key, input, script, compile, run, "
                     "options) VALUES (?, ?, ?, ?, ?, ?)",
                     {key(experiment), experiment.input_name, experiment.script_name,
                      experiment.compile, experiment.run, experiment.options});
    experiment_ =
        database_->query("SELECT number FROM experiments WHERE key = ?", {key(experiment)})
            .front()
            .front();
}

Store::~Store()
{
    if (!is_new_ || !is_empty_)
        return;
    std::string file = database_->file();
    database_.reset();
    std::error_code error;
    std::filesystem::remove(file, error);
}

std::vector<Record> Store::records()
{
    std::vector<Record> result;
    for (const Database::Row &row :
         database_->query("SELECT point, status, seconds, code, message, output FROM points WHERE "
                          "experiment = ? ORDER BY number",
                          {experiment_}))
        result.push_back(record_of(row, database_->file()));
    return result;
}

void Store::put(const Record &record)
{
    is_empty_ = false;
    database_->query("INSERT OR REPLACE INTO points (experiment, point, status, seconds, code, "
                     "message, output) VALUES (?, ?, ?, ?, ?, ?, ?)",
                     {experiment_, record.point, status_names[std::size_t(record.status)],
                      nlohmann::json(record.seconds).dump(), record.code, record.message,
                      record.output});
}

} // namespace espalier::tuning
