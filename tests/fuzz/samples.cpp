// SPDX-License-Identifier: Apache-2.0
#include "samples.h"

#include <cstring>

#include "core/assert.h"
#include "core/json.h"
#include "mutator.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario.h"

namespace fh::test {

const char* const kScenario = R"({
  "name": "fuzz", "seed": 7, "user": {"at": [0, 0, 3], "yaw_deg": 90}, "tour": "first_look",
  "sky": {"direction_to_sun": [1, 2, 3], "sun": 2},
  "parts": [
    {"part": "floor", "name": "f", "width": 9, "depth": 9, "material": "paint_grey"},
    {"part": "wall", "name": "w", "at": [0, 0, -3], "length": 4, "material": "paint_white", "openings": [{"x": 1, "width": 1}]},
    {"part": "door", "name": "d", "at": [1, 0, -3], "material": "paint_red", "open_deg": 20},
    {"part": "shelf", "name": "s", "at": [3, 0, 0], "levels": [0.3, 1.1], "material": "paint_red"},
    {"part": "chair", "name": "c", "at": [-2, 0, 1]},
    {"part": "pipe", "name": "p", "path": [[0, 1, -4], [1, 1, -4], [1, 2, -4]], "material": "brass"},
    {"part": "panel", "name": "q", "at": [4, 1.2, -1], "controls": [{"name": "g", "kind": "gauge", "x": -0.1, "y": 0},
      {"name": "n", "kind": "lamp", "x": 0.1, "y": 0}, {"name": "k", "kind": "dial", "x": 0, "y": 0.05}]}
  ],
  "drives": [{"name": "pressure", "unit": "bar", "range": [0, 10], "start": 8, "changes": [{"control": "d", "states": ["open"], "per_s": -1.5},
      {"per_s": 0.1}], "gauges": ["q.g"]},
    {"name": "speed", "follows": "q.k", "lamps": [{"lamp": "q.n", "from": 0, "to": 0.5}]}],
  "added": [{"name": "c.2", "of": "c", "scale": [1, 1.2, 1], "at": [-3, 0, -3], "rotation": [0, 0, 0, 1]}, {"name": "t", "part": "table", "at": [3, 0, 3]}],
  "removed": ["c"],
  "objects": [{"name": "o", "mass": 1, "movable": true, "at": [1, 1, 1], "rotation_deg": [1, 2, 3],
    "shapes": [{"kind": "box", "size": [0.3, 0.2, 0.3]}, {"kind": "cylinder", "radius": 0.1, "length": 0.5}],
    "sites": [{"name": "a", "at": [0, 1, 0]}], "grasps": [{"name": "g", "opening": 0.1}]},
    {"name": "lid", "mass": 1, "at": [-3, 1, -1], "parent": "f", "joint": {"kind": "hinge", "range_deg": [0, 90], "axis": [0, 1, 0]},
     "shapes": [{"kind": "box", "size": [0.3, 0.1, 0.3]}]}],
  "lights": [{"at": [0, 2, 0], "colour": "#ffeedd"}],
  "agents": [{"name": "A", "at": [2, 0, 2], "knows": "place", "body": {"sex": "m", "stature_percentile": 40}, "behaviour": "errands",
    "errands": [{"at": [1, 0, 1], "seconds": 1}, {"at": [0, 0, 1], "reach": "o", "or": [{"at": [1, 0, 2]}]}]},
    {"name": "B", "at": [-3, 0, 3], "knows": "structure", "memory": "temporal", "mood": "brisk", "net": "watch"}],
  "nets": [{"name": "watch", "monitors": [{"when": [{"is": "heard", "what": "A", "text": "stop", "seconds": 2}], "net": "greet"}], "nodes": [
      {"name": "out", "do": "wait", "seconds": 0.02, "look_at": "o", "edges": [
        {"to": "meet", "on": "always", "when": [{"is": "sees", "what": "user", "seconds": 1}, {"is": "near", "not": true, "what": "o", "within": 2}]},
        {"to": "both", "weight": 2}, {"to": "there", "weight": 1}]},
      {"name": "meet", "do": "pursue", "whom": "user", "at_most": 30, "edges": [{"to": "end", "on": "done"}, {"to": "lost", "on": "failed"}]},
      {"name": "both", "do": "parallel", "branches": ["greet", "hop"], "join": "first", "edges": [{"to": "there"}]},
      {"name": "there", "do": "go", "to": "s", "where": "in_front_of", "seconds": 1, "edges": [
        {"to": "end", "when": [{"is": "stands", "what": "o", "where": "behind", "of": "s"}]}, {"to": "lost"}]},
      {"name": "end", "do": "end"}, {"name": "lost", "do": "end", "result": "failed"}]},
    {"name": "greet", "nodes": [{"name": "say", "do": "say", "whom": "user", "text": "good day", "edges": [{"to": "e"}]}, {"name": "e", "do": "end"}]},
    {"name": "give", "nodes": [{"name": "shake", "do": "shake_hands", "whom": "A", "seconds": 5, "edges": [{"to": "hand"}]},
      {"name": "hand", "do": "hand_over", "what": "o", "whom": "user", "seconds": 9, "edges": [{"to": "get", "on": "failed"}, {"to": "e", "on": "done"}]},
      {"name": "get", "do": "take_over", "what": "o", "whom": "A", "edges": [{"to": "order"}]},
      {"name": "order", "do": "tell", "whom": "A", "text": "bring me the can", "edges": [{"to": "work"}]},
      {"name": "work", "do": "operate", "operate": "lid", "state": "open", "edges": [{"to": "e"}]}, {"name": "e", "do": "end"}]},
    {"name": "hop", "nodes": [{"name": "move", "do": "move", "ahead": 0.5, "aside": -0.2, "edges": [{"to": "t"}]},
      {"name": "t", "do": "turn", "turn_deg": 90, "edges": [{"to": "e"}]}, {"name": "e", "do": "end"}]}],
  "placed": [{"object": "o", "at": [1, 1.2, 1], "rotation_deg": [10, 0, 0]}],
  "checks": [{"name": "seen", "kind": "visible", "who": "user", "object": "o", "limit": 0.5},
    {"name": "apart", "kind": "nobody_within", "object": "o", "while_moves": "lid", "limit": 0.3},
    {"name": "reach", "kind": "reachable", "object": "o.a", "from": [1, 0, 2], "effort": "step", "hand": "left", "fingertips": true}],
  "tasks": []
})";

const char* const kTour = R"({"name": "t", "duration": 6, "eye_height": 1.6, "start": {"at": [1, 2], "face_deg": 90},
  "path": [{"to": [1, -3], "speed": 1.25, "wait": 2, "face_deg": 0}, {"to": [4, -3], "speed": 1}],
  "head": [{"at": 0, "crouch": 0.1, "lean": [0, 0.1]}, {"at": 1, "look_at": [1, 1.6, -10]}, {"at": 2, "yaw_deg": 5, "pitch_deg": -9, "roll_deg": 1}],
  "left_hand": [{"at": 0, "body": [-0.2, 1.0, -0.3], "curl": 0.5, "stick": [0, 1]}],
  "right_hand": [{"at": 0, "body": [0.2, 1.0, -0.3], "yaw_pitch_roll_deg": [0, 10, 20]},
                 {"at": 2, "scene": [1, 1.2, 0], "trigger": 1, "squeeze": 0.4, "buttons": ["trigger", "menu"]},
                 {"at": 3, "body": [0.2, 1.0, -0.3], "tracked": false}],
  "commands": [{"at": 0.1, "do": "select_named", "text": "o"}, {"at": 0.15, "do": "move_by", "by": [0, 0, 0.2]},
    {"at": 0.2, "do": "turn_by", "axis": [0, 1, 0], "number": 15}, {"at": 0.25, "do": "highlight"}, {"at": 0.3, "do": "undo"},
    {"at": 0.35, "do": "note_at", "target": [1, 1, 1], "text": "too high"}, {"at": 0.4, "do": "measure_at", "target": [0, 0, 1], "kind": "distance"},
    {"at": 0.45, "do": "section_plane", "target": [0, 1, 0], "axis": [1, 0, 0]}, {"at": 0.5, "do": "save_view", "text": "v"},
    {"at": 0.55, "do": "section_around", "number": 0.5}, {"at": 0.6, "do": "tell", "who": "A", "text": "go to the door and wait"},
    {"at": 0.65, "do": "go_to_view", "text": "v"}, {"at": 0.7, "do": "save_as", "text": "moved"}, {"at": 0.8, "do": "paint"},
    {"at": 0.82, "do": "duplicate"}, {"at": 0.84, "do": "scale_by", "by": [1, 2, 0.5]}, {"at": 0.86, "do": "add_part", "text": "chair"},
    {"at": 0.88, "do": "put_at", "target": [2, 0, -2]}, {"at": 0.9, "do": "snap_to"}, {"at": 0.92, "do": "remove"},
    {"at": 0.94, "do": "voice_note", "text": "heard.wav"}, {"at": 1, "do": "teleport", "target": [1, 0, 1], "face_deg": 10}, {"at": 2, "do": "turn_left"}],
  "focus": [{"at": 4, "focus": "visible"}, {"at": 5, "focus": "focused"}]})";

const char* const kConfig =
    R"({"user": {"sex": "f", "eye_height_cm": 158, "snap_turn_deg": 30, "move": "smooth"},
  "xr": {"mirror": "off", "resolution": 1.2}, "run": {"workers": 2}, "log": {"level": "warning"}})";

const char* const kProfile =
    R"({"name": "anna", "sex": "f", "measures": {"stature": 1.58, "span": 1.55, "eye_height": 1.47}})";

const char* const kPopulation = R"({"format": "firsthand-population-1", "name": "some", "inherits": true,
  "provenance": {"source": "made up", "surveyed": "2020", "method": "none", "limits": "all"},
  "groups": [{"sex": "female", "count": 20, "dimensions": {"stature": {"mean": 1.6, "sd": 0.06}, "span": {"mean": 1.6, "sd": 0.08}}},
             {"sex": "male", "count": 20, "dimensions": {"stature": {"mean": 1.7, "sd": 0.06}}}]})";

const char* const kSentence = "Go to the door, wait for 3 seconds beside the shelf and then look at the user";

const char* const kReport =
    R"({"format": 1, "subject": {"scenario": "p", "scenario_hash": "2f6685241772cd45", "seed": 1, "program": "0.1.0"},
  "checks": [{"name": "c", "body": "own", "kind": "visible", "result": "pass", "value": 0.5, "limit": 0.2, "at_s": 1.5}],
  "visits": [{"body": "own", "source": "resimulated", "measures": {
    "users": [{"name": "user", "walked_m": 0.3, "lowest_head_m": 1.6, "contacts": {"objects": 0}, "untracked_ticks": 0,
      "posture": {"rula": {"worst": {"value": 3, "low": 2, "high": 3, "at_s": 1}}}, "joint_torques": {"elbow": {"most_n_m": 2, "at_s": 1}}}],
    "agents": [{"name": "A", "walked_m": 2.5}], "events": [], "lifts": {"source": "s", "done": [{"who": "user", "what": "o", "lifting_index": 0.5, "from_s": 1}]},
    "awareness": {"contact_m": 0.43, "pairs": [{"a": "A", "b": "user", "least_m": 0.7}], "near_misses": []},
    "visibility": {"looks_per_s": 5, "views": [{"who": "user", "what": "d", "looks": 10, "in_field": 10, "mean_fraction": 0.8, "best_fraction": 0.9, "best": {"at_s": 1}}]},
    "ticks": 180, "seconds": 2.0, "state_hash": "211299e8600f22f5"},
    "tables": [{"file": "posture.csv", "about": "Scores", "rows": 3}, {"file": "visibility.csv", "about": "Views", "rows": 3}]}]})";

const char* const kReportTable =
    "time_s,person,thing,fraction,rula_left,rula_left_low,rula_left_high,rula_right,rula_right_low,rula_right_high,"
    "reba_left,reba_"
    "right,owas\n"
    "0.2,user,d,0.5,3,2,3,3,2,3,1,1,1\n0.4,user,d,,3,2,3,3,2,3,1,1,1\n0.6,\"us\"\"er\",e,1,,2,3,3,2,3,1,1,1\n";

const char* const kObj =
    "mtllib gone.mtl\no slab\nv 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 1 0\nusemtl red\ns 1\n"
    "f 1/1/1 2/2/1 3/3/1\nf 1//1 3//1 4//1\ng other\nf 1 2 3 4\nl 1 2\np 1\n";

const char* const kStl =
    "solid slab\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 4\nvertex 4 0 4\nendloop\nendfacet\n"
    "facet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 4 0 4\nvertex 4 0 0\nendloop\nendfacet\nendsolid slab\n";

const char* const kPly =
    "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "
    "z\n"
    "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 2\nproperty list uchar int "
    "vertex_indices\n"
    "end_header\n0 0 0 255 0 0\n0 0 4 255 0 0\n4 0 4 0 255 0\n4 0 0 0 0 255\n3 0 1 2\n3 0 2 3\n";

const char* const kDae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="slab" name="slab"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 0 0 4 4 0 4 4 0 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="n"><translate>1 0 0</translate><instance_geometry url="#slab"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

const char* const kFbx = R"(; FBX 7.3.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7300
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",100
	}
}
Objects:  {
	Geometry: 1001, "Geometry::slab", "Mesh" {
		Vertices: *12 {
			a: 0,0,0,0,0,4,4,0,4,4,0,0
		}
		PolygonVertexIndex: *6 {
			a: 0,1,-3,0,2,-4
		}
		GeometryVersion: 124
	}
	Model: 2001, "Model::slab", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",1,0,0
		}
	}
}
Connections:  {
	C: "OO",2001,0
	C: "OO",1001,2001
}
)";

const char* const kIfc = R"(ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('slab.ifc','2020-01-01T00:00:00',('a'),('b'),'c','d','e');
FILE_SCHEMA(('IFC2X3'));
ENDSEC;
DATA;
#1=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',#2,'p',$,$,$,$,(#20),#30);
#2=IFCOWNERHISTORY(#3,#6,$,.ADDED.,$,$,$,0);
#3=IFCPERSONANDORGANIZATION(#4,#5,$);
#4=IFCPERSON($,'a','b',$,$,$,$,$);
#5=IFCORGANIZATION($,'o',$,$,$);
#6=IFCAPPLICATION(#5,'1','f','f');
#20=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#21,$);
#21=IFCAXIS2PLACEMENT3D(#22,$,$);
#22=IFCCARTESIANPOINT((0.,0.,0.));
#30=IFCUNITASSIGNMENT((#31));
#31=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#40=IFCLOCALPLACEMENT($,#21);
#50=IFCRECTANGLEPROFILEDEF(.AREA.,$,#51,4.,3.);
#51=IFCAXIS2PLACEMENT2D(#52,$);
#52=IFCCARTESIANPOINT((0.,0.));
#60=IFCEXTRUDEDAREASOLID(#50,#21,#61,0.2);
#61=IFCDIRECTION((0.,0.,1.));
#70=IFCSHAPEREPRESENTATION(#20,'Body','SweptSolid',(#60));
#71=IFCPRODUCTDEFINITIONSHAPE($,$,(#70));
#80=IFCSLAB('0YvctVUKr0kugbFTf53O9A',#2,'slab',$,$,#40,#71,$,.FLOOR.);
#90=IFCBUILDING('0YvctVUKr0kugbFTf53O9B',#2,'b',$,$,#40,$,$,.ELEMENT.,$,$,$);
#91=IFCRELAGGREGATES('0YvctVUKr0kugbFTf53O9C',#2,$,$,#1,(#90));
#92=IFCRELCONTAINEDINSPATIALSTRUCTURE('0YvctVUKr0kugbFTf53O9D',#2,$,$,(#80),#90);
ENDSEC;
END-ISO-10303-21;
)";

std::string small_glb() {
  const auto scenario = scene::parse_scenario(R"({"name": "g", "user": {"at": [0, 0, 2]},
    "parts": [{"part": "floor", "name": "f", "material": "paint_grey"}],
    "objects": [
      {"name": "lid", "mass": 1, "parent": "f", "joint": {"kind": "hinge", "range_deg": [0, 90]},
       "shapes": [{"kind": "box", "size": [1, 0.1, 1], "bevel": 0, "material": "glass"}], "sites": [{"name": "s"}], "grasps": [{"name": "g"}]},
      {"name": "ball", "mass": 1, "movable": true, "shapes": [{"kind": "box", "size": [1, 1, 1], "bevel": 0, "material": "paint_red"}]}]})",
                                              "inner", ".");
  FH_ASSERT(scenario.has_value(), "the sample is sound");
  scene::Scene scene = scenario->scene;
  scene.textures.push_back({"dots", 2, 2, std::vector<std::uint8_t>(16, 128), true});
  scene.materials[0].base_colour_texture = 0;
  scene.objects[1].parts[0].scale = {1.0, 2.0, 1.0};
  const auto bytes = scene::glb_bytes(scene);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string small_gltf() {
  const std::string glb = small_glb();
  std::uint32_t json_size;
  std::memcpy(&json_size, glb.data() + 12, 4);
  core::Json root = core::Json::parse(glb.substr(20, json_size));
  const std::string binary = glb.substr(28 + json_size);
  root["buffers"][0]["byteLength"] = binary.size();
  root["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(binary);
  return root.dump();
}

std::string gltf_with_picture(const std::string& png) {
  const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 0, -1};
  const std::string points(reinterpret_cast<const char*>(corners), sizeof corners);
  const core::Json root = {
      {"asset", {{"version", "2.0"}}},
      {"scene", 0},
      {"scenes", {{{"nodes", {0}}}}},
      {"nodes", {{{"name", "n"}, {"mesh", 0}}}},
      {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"material", 0}}}}}}},
      {"materials", {{{"name", "m"}, {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}}},
      {"textures", {{{"source", 0}}}},
      {"images", {{{"uri", "data:image/png;base64," + base64(png)}}}},
      {"accessors",
       {{{"bufferView", 0},
         {"componentType", 5126},
         {"count", 3},
         {"type", "VEC3"},
         {"min", {0, 0, -1}},
         {"max", {1, 0, 0}}}}},
      {"bufferViews", {{{"buffer", 0}, {"byteLength", 36}}}},
      {"buffers", {{{"byteLength", 36}, {"uri", "data:application/octet-stream;base64," + base64(points)}}}}};
  return root.dump();
}

}  // namespace fh::test
