// SPDX-License-Identifier: Apache-2.0
// Mutations by the JSON Schema of a format: keys that the file does not have yet, with values that the schema allows,
// at the ends of their range, or hardly outside of it.
#include <cmath>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "mutator.h"

namespace fh::test {
namespace {

using core::Json;
using core::Rng;

std::uint32_t below(Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}

Json schema_in(const char* file) {
  return Json::parse(core::read_text(core::data_folder() / "assets/schemas" / file).value());
}

/// A value of the file with what the schema says of it.
struct Place {
  Json* value;
  const Json* schema;
};

class Grower {
 public:
  Grower(const Json& schema, Json& file, Rng& rng) : schema_(schema), rng_(rng) { gather(file, schema_); }

  /// An element more in a list, or a key of an object set or changed.
  void grow() {
    Place place = places_[below(rng_, places_.size())];
    if (place.value->is_array()) return place.value->push_back(made(place.schema->at("items"), 0));
    const Json& keys = place.schema->at("properties");
    auto key = keys.begin();
    std::advance(key, below(rng_, keys.size()));
    (*place.value)[key.key()] = made(key.value(), 0);
  }

 private:
  static constexpr int kDeepest = 4;

  const Json& resolved(const Json& schema) const {
    const auto reference = schema.find("$ref");
    if (reference == schema.end()) return schema;
    const std::string name = reference->get<std::string>();  // "#/$defs/NAME"
    return resolved(schema_.at("$defs").at(name.substr(name.rfind('/') + 1)));
  }

  /// The schema of an object whose kind is said by a key of its own: a part of a place.
  const Json& chosen(const Json& schema, const Json& value) const {
    const auto cases = schema.find("allOf");
    if (cases == schema.end() || !value.is_object()) return schema;
    for (const Json& one : *cases) {
      const Json& asked = one.at("if").at("properties");
      const auto is = value.find(asked.begin().key());
      const auto wanted = asked.begin()->find("const");  // "enum" says only what else is required
      if (is != value.end() && wanted != asked.begin()->end() && *is == *wanted) return resolved(one.at("then"));
    }
    return schema;
  }

  void gather(Json& value, const Json& schema) {
    const Json& own = chosen(resolved(schema), value);
    if (value.is_string()) names_.push_back(value.get<std::string>());
    if (value.is_array() && own.contains("items")) {
      places_.push_back({&value, &own});
      for (Json& element : value) gather(element, own.at("items"));
    } else if (value.is_object() && own.contains("properties")) {
      places_.push_back({&value, &own});
      for (auto& [key, element] : value.items()) {
        const auto known = own.at("properties").find(key);
        if (known != own.at("properties").end()) gather(element, *known);
      }
    }
  }

  double number(const Json& schema) {
    const double least = schema.value("minimum", -1e3), most = schema.value("maximum", 1e3);
    switch (below(rng_, 8)) {
      case 0:
        return least;
      case 1:
        return most;
      case 2:
        return below(rng_, 2) == 0 ? least - 1e-3 * (1.0 + std::abs(least)) : most + 1e-3 * (1.0 + std::abs(most));
      case 3:
        return rng_.uniform(least, most);
      default:
        return std::min(most, std::max(least, rng_.uniform(-3.0, 3.0)));
    }
  }

  std::string text() {
    if (below(rng_, 8) == 0) return "";
    return names_.empty() ? "x" : names_[below(rng_, names_.size())];
  }

  Json object(const Json& schema, int depth) {
    Json out = Json::object();
    const auto keys = schema.find("properties");
    if (keys == schema.end()) return out;
    const auto needed = schema.find("required");
    const auto is_needed = [&](const std::string& key) {
      return needed != schema.end() && std::find(needed->begin(), needed->end(), Json(key)) != needed->end();
    };
    for (const auto& [key, value] : keys->items()) {
      if (is_needed(key) || (depth < kDeepest && below(rng_, keys->size()) < 3)) out[key] = made(value, depth + 1);
    }
    const Json& own = chosen(schema, out);
    return &own == &schema || depth >= kDeepest ? out : joined(object(own, depth + 1), out);
  }

  static Json joined(Json all, const Json& kept) {
    all.update(kept);
    return all;
  }

  Json made(const Json& given, int depth) {
    const Json& schema = resolved(given);
    if (schema.contains("const")) return schema["const"];
    if (schema.contains("enum")) return schema["enum"][below(rng_, schema["enum"].size())];
    const std::string type = schema.value("type", "object");
    if (type == "number") return number(schema);
    if (type == "integer") return static_cast<std::int64_t>(std::min(9e15, number(schema)));
    if (type == "boolean") return below(rng_, 2) == 0;
    if (type == "string") return text();
    if (type != "array") return object(schema, depth);
    Json out = Json::array();
    const std::size_t least = schema.value("minItems", std::size_t{0});
    const std::size_t count = std::min(schema.value("maxItems", least + 3), least + below(rng_, 4));
    for (std::size_t i = 0; i < count && schema.contains("items"); ++i) out.push_back(made(schema["items"], depth + 1));
    return out;
  }

  const Json& schema_;
  Rng& rng_;
  std::vector<Place> places_;
  std::vector<std::string> names_;  // every text of the file
};

std::string mutate_by(const Json& schema, const std::string& text, Rng& rng) {
  Json root = Json::parse(text, nullptr, false, true);
  if (root.is_discarded() || below(rng, 2) == 0) return mutate_json(text, rng);
  for (std::uint32_t i = 1 + below(rng, 3); i > 0; --i) Grower(schema, root, rng).grow();
  const std::string out = root.dump();
  return below(rng, 4) == 0 ? mutate_json(out, rng) : out;
}

}  // namespace

std::string mutate_scenario(const std::string& text, Rng& rng) {
  static const Json kSchema = schema_in("scenario.schema.json");
  return mutate_by(kSchema, text, rng);
}

std::string mutate_tour(const std::string& text, Rng& rng) {
  static const Json kSchema = schema_in("tour.schema.json");
  return mutate_by(kSchema, text, rng);
}

}  // namespace fh::test
