#include "espalier/tuning/point.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace espalier::tuning {

using Json = nlohmann::ordered_json;

std::string text(const Point &point)
{
    std::string result;
    for (const Decision &decision : point)
        result += (result.empty() ? "" : ", ") + decision.name + "=" + decision.alternative;
    return result;
}

std::string to_json(const Point &point)
{
    Json result = Json::array();
    for (const Decision &decision : point)
        result.push_back({{"name", decision.name},
                          {"alternative", decision.alternative},
                          {"position", decision.position},
                          {"alternatives", decision.alternatives}});
    return result.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Point point_from_json(const std::string &json)
{
    Point result;
    try {
        for (const Json &decision : Json::parse(json))
            result.push_back({decision.at("name"), decision.at("alternative"),
                              decision.at("position"), decision.at("alternatives")});
    } catch (const Json::exception &failure) {
        throw std::invalid_argument(failure.what());
    }
    for (const Decision &decision : result)
        if (decision.position >= decision.alternatives)
            throw std::invalid_argument("a choice takes an alternative that it does not have");
    return result;
}

} // namespace espalier::tuning
