// SPDX-License-Identifier: Apache-2.0
// The rules that the order layer watches: a program that keeps them breaks none, and each way of breaking one is told.
#include <catch2/catch_test_macros.hpp>

#include "layers/frame_order.h"

using namespace fh;

namespace {

const XrSwapchain kChain = reinterpret_cast<XrSwapchain>(std::uintptr_t{16});

/// A program with a runtime that never fails, one call per function.
struct Program {
  std::vector<std::string> broken;
  test::FrameOrder order{[this](const std::string& rule) { broken.push_back(rule); }};
  XrTime time = 1000;
  std::array<XrView, 2> views{};

  Program() {
    for (auto& view : views) view.fov = {-0.7f, 0.7f, 0.7f, -0.7f};
    order.created_session(false);
    order.entered(XR_SESSION_STATE_READY);
    order.began_session(XR_SUCCESS);
  }
  void wait() { order.waited(XR_SUCCESS, ++time); }
  void sync() { order.synced(XR_SUCCESS); }
  void begin() { order.began(XR_SUCCESS); }
  void locate() { order.located_views(XR_SUCCESS, time, 2, views.data()); }
  void draw() {
    order.acquired(kChain, XR_SUCCESS);
    order.waited_for(kChain, XR_SUCCESS);
    order.released(kChain, XR_SUCCESS);
  }
  void end(XrTime at, bool picture, XrResult result = XR_SUCCESS) {
    std::array<XrCompositionLayerProjectionView, 2> parts{};
    for (std::size_t eye = 0; eye < 2; ++eye) {
      parts[eye] = {XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW};
      parts[eye].pose = views[eye].pose;
      parts[eye].fov = views[eye].fov;
      parts[eye].subImage.swapchain = kChain;
    }
    XrCompositionLayerProjection layer{XR_TYPE_COMPOSITION_LAYER_PROJECTION};
    layer.viewCount = 2;
    layer.views = parts.data();
    const auto* layers = reinterpret_cast<const XrCompositionLayerBaseHeader*>(&layer);
    XrFrameEndInfo info{XR_TYPE_FRAME_END_INFO};
    info.displayTime = at;
    info.layerCount = picture ? 1 : 0;
    info.layers = &layers;
    order.ends(info);
    order.ended(result, at);
  }
  void frame() {
    wait();
    sync();
    begin();
    locate();
    draw();
    end(time, true);
  }
  bool told(const char* part) const { return broken.size() == 1 && broken[0].find(part) != std::string::npos; }
};

}  // namespace

TEST_CASE("legal frames break no rule, empty, failed and retried ones neither", "[order]") {
  Program p;
  for (int i = 0; i < 3; ++i) p.frame();
  p.wait();
  p.sync();
  p.begin();
  p.end(p.time, false);
  p.wait();
  p.order.began(XR_ERROR_RUNTIME_FAILURE);
  p.begin();
  p.end(p.time, false, XR_ERROR_RUNTIME_FAILURE);
  p.frame();
  p.order.entered(XR_SESSION_STATE_STOPPING);
  p.order.ended_session(XR_SUCCESS);
  CHECK(p.broken.empty());
  p.order.created_session(true);  // headless: nothing but actions and spaces
  p.sync();
  p.sync();
  p.order.located_space();
  CHECK(p.broken.empty());
}

TEST_CASE("each broken rule of frames is told", "[order]") {
  Program p;
  p.frame();
  SECTION("two waits") {
    p.wait();
    p.wait();
    CHECK(p.told("xrWaitFrame twice"));
  }
  SECTION("no wait") {
    p.begin();
    CHECK(p.told("xrBeginFrame without"));
  }
  SECTION("two begins") {
    p.wait();
    p.begin();
    p.wait();
    p.begin();
    CHECK(p.told("inside a frame"));
  }
  SECTION("no begin") {
    p.wait();
    p.end(p.time - 1, false);
    CHECK(p.told("xrEndFrame without"));
  }
  SECTION("another time") {
    p.wait();
    p.begin();
    p.end(p.time + 1, false);
    CHECK(p.told("another display time"));
  }
  SECTION("an end tried again") {
    p.wait();
    p.begin();
    p.end(p.time, false, XR_ERROR_RUNTIME_FAILURE);
    p.end(p.time, false);
    CHECK(p.broken.size() == 2);
  }
  SECTION("late actions") {
    p.wait();
    p.begin();
    p.sync();
    CHECK(p.told("xrSyncActions between"));
  }
  SECTION("actions twice") {
    p.wait();
    p.sync();
    p.sync();
    CHECK(p.told("xrSyncActions twice"));
  }
  SECTION("spaces and views outside a frame") {
    p.order.located_space();
    CHECK(p.told("xrLocateSpace before"));
    p.order.located_views(XR_SUCCESS, p.time + 1, 2, p.views.data());
    CHECK(p.broken.size() == 3);
  }
  SECTION("views that moved") {
    p.wait();
    p.begin();
    p.locate();
    p.draw();
    p.views[1].pose.position.x = 0.1f;
    p.end(p.time, true);
    CHECK(p.told("from elsewhere"));
  }
  SECTION("views of an earlier frame") {
    p.wait();
    p.begin();
    p.draw();
    p.end(p.time, true);
    CHECK(p.told("not located"));
  }
}

TEST_CASE("each broken rule of images and states is told", "[order]") {
  Program p;
  p.wait();
  p.begin();
  p.locate();
  SECTION("never drawn") {
    p.end(p.time, true);
    CHECK(p.broken.size() == 2);  // for each eye
  }
  SECTION("still acquired") {
    p.draw();
    p.order.acquired(kChain, XR_SUCCESS);
    p.end(p.time, true);
    CHECK(p.broken.size() == 2);
  }
  SECTION("acquired twice") {
    p.order.acquired(kChain, XR_SUCCESS);
    p.order.acquired(kChain, XR_SUCCESS);
    CHECK(p.told("still acquired"));
  }
  SECTION("not waited for") {
    p.order.acquired(kChain, XR_SUCCESS);
    p.order.released(kChain, XR_SUCCESS);
    CHECK(p.told("not waited for"));
  }
  SECTION("waited for without an image") {
    p.order.waited_for(kChain, XR_SUCCESS);
    CHECK(p.told("without an acquired"));
  }
  SECTION("a session begun twice, ended too early, left too early") {
    p.end(p.time, false);
    p.order.entered(XR_SESSION_STATE_FOCUSED);
    p.order.began_session(XR_SUCCESS);
    CHECK(p.told("READY"));
    p.order.ended_session(XR_SUCCESS);
    CHECK(p.broken.size() == 2);
    p.order.requested_exit(XR_SUCCESS);
    CHECK(p.broken.size() == 3);
    p.wait();
    CHECK(p.broken.size() == 4);
  }
}
