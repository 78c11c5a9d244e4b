// SPDX-License-Identifier: Apache-2.0
#include "scene/place/palette.h"

namespace fh::scene {
namespace {

constexpr auto kPlain = std::nullopt;

constexpr PaletteEntry kPalette[] = {
    {"concrete", "#a8a59e", 0.0f, 0.85f, Pattern::Concrete},
    {"concrete_light", "#cfccc4", 0.0f, 0.85f, Pattern::Concrete},
    {"epoxy", "#7f8d90", 0.0f, 0.45f, Pattern::Concrete},
    {"tiles", "#cfd3cf", 0.0f, 0.5f, Pattern::Tiles},
    {"carpet", "#5d6b7c", 0.0f, 0.95f, Pattern::Fabric},
    {"plaster", "#e9e4d8", 0.0f, 0.9f, Pattern::Plaster},
    {"plaster_blue", "#b9c9d3", 0.0f, 0.9f, Pattern::Plaster},
    {"plaster_green", "#bccdb9", 0.0f, 0.9f, Pattern::Plaster},
    {"brick", "#d8a593", 0.0f, 0.9f, Pattern::Brick},
    {"brick_light", "#f2ece4", 0.0f, 0.85f, Pattern::Brick},
    {"wood", "#c99a62", 0.0f, 0.6f, Pattern::Wood},
    {"wood_light", "#e3c391", 0.0f, 0.6f, Pattern::Wood},
    {"wood_dark", "#7d5432", 0.0f, 0.55f, Pattern::Wood},
    {"cardboard", "#b98d5c", 0.0f, 0.9f, Pattern::Cardboard},
    {"steel", "#c4c7ca", 0.9f, 0.35f, Pattern::Metal},
    {"steel_dark", "#62676d", 0.8f, 0.45f, Pattern::Metal},
    {"chrome", "#e6e8ea", 1.0f, 0.12f, kPlain},
    {"aluminium", "#d9dcdf", 0.9f, 0.4f, Pattern::Metal},
    {"brass", "#c9a24a", 0.9f, 0.3f, kPlain},
    {"copper", "#c17a52", 0.9f, 0.35f, kPlain},
    {"cast_iron", "#3f4347", 0.6f, 0.65f, Pattern::Concrete},
    {"rubber", "#26272a", 0.0f, 0.95f, kPlain},
    {"plastic_black", "#1e1f22", 0.0f, 0.5f, kPlain},
    {"plastic_grey", "#84888c", 0.0f, 0.5f, kPlain},
    {"plastic_white", "#eeeeea", 0.0f, 0.45f, kPlain},
    {"paint_white", "#f1f0ea", 0.0f, 0.55f, kPlain},
    {"paint_grey", "#9aa1a6", 0.0f, 0.5f, kPlain},
    {"paint_dark", "#3b4147", 0.0f, 0.5f, kPlain},
    {"paint_red", "#c3271f", 0.0f, 0.4f, kPlain},
    {"paint_orange", "#e0762a", 0.0f, 0.45f, kPlain},
    {"paint_yellow", "#f0be1c", 0.0f, 0.45f, kPlain},
    {"paint_green", "#3f8b4a", 0.0f, 0.45f, kPlain},
    {"paint_blue", "#2f5f9e", 0.0f, 0.45f, kPlain},
    {"machine_green", "#5f8f7c", 0.1f, 0.45f, kPlain},
    {"hazard", "#ffffff", 0.0f, 0.6f, Pattern::Hazard},
    {"fabric", "#6f7f91", 0.0f, 0.95f, Pattern::Fabric},
    {"fabric_red", "#a44a43", 0.0f, 0.95f, Pattern::Fabric},
    {"paper", "#f4f1e7", 0.0f, 0.9f, kPlain},
    {"leaf", "#4f7f3f", 0.0f, 0.8f, kPlain},
    {"screen", "#16202c", 0.0f, 0.15f, kPlain},
    {"glass", "#cfe4e2", 0.0f, 0.05f, kPlain, 0.18f},
    {"mirror", "#e8eeee", 1.0f, 0.02f, kPlain, 1.0f, 0.0f, true},
    {"glow_white", "#fff4dc", 0.0f, 0.5f, kPlain, 1.0f, 4.0f},
    {"glow_red", "#ff3b2a", 0.0f, 0.4f, kPlain, 1.0f, 1.6f},
    {"glow_green", "#3bd45a", 0.0f, 0.4f, kPlain, 1.0f, 1.6f},
    {"glow_amber", "#ffb02a", 0.0f, 0.4f, kPlain, 1.0f, 1.6f},
};

}  // namespace

const PaletteEntry* find_palette_entry(std::string_view name) {
  for (const auto& entry : kPalette) {
    if (name == entry.name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> palette_names() {
  std::vector<std::string> names;
  for (const auto& entry : kPalette) names.emplace_back(entry.name);
  return names;
}

}  // namespace fh::scene
