# SPDX-License-Identifier: Apache-2.0
"""Models as varied as the public glTF samples, made here: one function per model, found by sample_names().

Every one writes into a folder and returns the file to open. Those in REFUSED cannot be shown: the program says why. USUAL is tried by
every run of the tests, the others by tools/test --all.
"""
import base64
import json
import math
import struct
import zlib

FLOAT, U8, U16, U32, I8, I16 = 5126, 5121, 5123, 5125, 5120, 5122
CODES = {FLOAT: "f", U8: "B", U16: "H", U32: "I", I8: "b", I16: "h"}
COLUMNS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
SAMPLES = {}
REFUSED = {"draco_broken": "model.glb", "meshopt_broken": "EXT_meshopt_compression", "glb_version_1": "version 1",
           "network_buffer": "network"}
USUAL = ["primitive_modes", "only_lines", "sparse_of_nothing", "skin", "morph_targets", "animation_pointer", "cameras_only",
         "lights_only", "asset_only", "no_scene", "several_scenes", "negative_scale", "zero_scale", "deep_tree",
         "size_of_a_micrometre", "size_of_a_million", "far_from_the_origin", "flat_plane", "primitive_without_position",
         "texture_missing", "webp", "basisu", "texture_transform", "quantized", "interleaved", "unicode_names", "foreign_extras",
         "material_volume", "instancing", "draco", "draco_gltf",
         "meshopt", "meshopt_gltf", "version_1", "byte_order_mark", "closed_room", *REFUSED]


def sample(make):
    SAMPLES[make.__name__] = make
    return make


def png(width, height, pixel=lambda x, y: (200, 120, 60)):
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def box_points(size=(1, 1, 1), low=(-0.5, 0, -0.5)):
    return [tuple(l + s * b for l, s, b in zip(low, size, bits)) for bits in
            ((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))]


BOX_FACES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]


class Document:
    """A glTF under way: one buffer, grown by what is added."""

    def __init__(self):
        self.root = {"asset": {"version": "2.0"}, "bufferViews": [], "accessors": [], "meshes": [], "nodes": [], "materials": [],
                     "textures": [], "images": [], "samplers": [], "scenes": [{"nodes": []}], "scene": 0}
        self.data = b""
        self.stand_in = None  # a second buffer without content

    def view(self, data, **more):
        self.data += b"\0" * (-len(self.data) % 4)
        self.root["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), **more})
        self.data += data
        return len(self.root["bufferViews"]) - 1

    def accessor(self, values, kind="VEC3", component=FLOAT, **more):
        rows = [v if isinstance(v, (tuple, list)) else (v,) for v in values]
        data = b"".join(struct.pack("<" + CODES[component] * COLUMNS[kind], *row) for row in rows)
        accessor = {"bufferView": self.view(data), "componentType": component, "count": len(rows), "type": kind, **more}
        if kind == "VEC3" and component == FLOAT:
            accessor["min"], accessor["max"] = [[f(row[i] for row in rows) for i in range(3)] for f in (min, max)]
        self.root["accessors"].append(accessor)
        return len(self.root["accessors"]) - 1

    def mesh(self, points=None, faces=BOX_FACES, component=U16, **more):
        primitive = {"attributes": {"POSITION": self.accessor(points or box_points())}, **more}
        if faces is not None:
            primitive["indices"] = self.accessor(faces, "SCALAR", component)
        self.root["meshes"].append({"primitives": [primitive]})
        return len(self.root["meshes"]) - 1

    def node(self, root=True, **node):
        self.root["nodes"].append(node)
        if root:
            self.root["scenes"][0]["nodes"].append(len(self.root["nodes"]) - 1)
        return len(self.root["nodes"]) - 1

    def material(self, **material):
        self.root["materials"].append(material)
        return len(self.root["materials"]) - 1

    def texture(self, data=None, mime="image/png", **more):
        image = {"bufferView": self.view(data or png(4, 4)), "mimeType": mime}
        self.root["images"].append(image)
        self.root["textures"].append({"source": len(self.root["images"]) - 1, **more})
        return len(self.root["textures"]) - 1

    def uses(self, *names, required=True):
        self.root.setdefault("extensionsUsed", []).extend(names)
        if required:
            self.root.setdefault("extensionsRequired", []).extend(names)
        return self

    def json(self):
        return {key: value for key, value in self.root.items() if value not in ([], {})}

    def glb(self, folder, name="model.glb"):
        root = self.json()
        if self.data:
            root["buffers"] = [{"byteLength": len(self.data)}] + ([self.stand_in] if self.stand_in else [])
        text = json.dumps(root, ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        if self.data:
            data = self.data + b"\0" * (-len(self.data) % 4)
            chunks += struct.pack("<II", len(data), 0x004E4942) + data
        (folder / name).write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
        return folder / name

    def gltf(self, folder, name="model.gltf", uri="model.bin", file="model.bin"):
        root = self.json()
        if uri is None:
            uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        elif file:
            (folder / file).write_bytes(self.data)
        root["buffers"] = [{"byteLength": len(self.data), "uri": uri}] + ([self.stand_in] if self.stand_in else [])
        (folder / name).write_text(json.dumps(root, ensure_ascii=False), encoding="utf-8")
        return folder / name


def boxed(**material):
    """A box with texture coordinates and a material."""
    d = Document()
    uvs = d.accessor([(x, y) for x, y, _ in box_points()], "VEC2")
    mesh = d.mesh(material=d.material(**material))
    d.root["meshes"][mesh]["primitives"][0]["attributes"]["TEXCOORD_0"] = uvs
    d.node(mesh=mesh, name="box")
    return d


def with_extension(name, value=None, required=True, **material):
    return boxed(extensions={name: value or {}}, **material).uses(name, required=required)


@sample
def box_glb(folder):
    return boxed().glb(folder)


@sample
def box_gltf(folder):
    return boxed().gltf(folder)


@sample
def box_embedded(folder):
    return boxed().gltf(folder, uri=None)


@sample
def box_with_spaces(folder):
    return boxed().gltf(folder, name="a box.gltf", uri="a%20box%20data.bin", file="a box data.bin")


@sample
def unicode_names(folder):
    d = boxed()
    d.root["nodes"][0]["name"] = "Küche ❤♻ 台所"
    return d.gltf(folder, name="Unicode❤♻.gltf", uri="Unicode❤♻.bin", file="Unicode❤♻.bin")


@sample
def triangle_without_indices(folder):
    d = Document()
    d.node(mesh=d.mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], None))
    return d.gltf(folder)


@sample
def indices_u8(folder):
    d = Document()
    d.node(mesh=d.mesh(component=U8))
    return d.glb(folder)


@sample
def indices_u32(folder):
    d = Document()
    d.node(mesh=d.mesh(component=U32))
    return d.glb(folder)


@sample
def primitive_modes(folder):
    d = Document()
    for mode in range(7):
        d.node(mesh=d.mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0)], [0, 1, 2, 3, 4] if mode != 4 else [0, 1, 2],
                           mode=mode), translation=[2 * mode, 0, 0])
    return d.glb(folder)


@sample
def only_lines(folder):
    d = Document()
    d.node(mesh=d.mesh([(0, 0, 0), (1, 0, 0)], [0, 1], mode=1))
    return d.glb(folder)


@sample
def only_points(folder):
    d = Document()
    d.node(mesh=d.mesh([(0, 0, 0), (1, 0, 0), (1, 1, 0)], None, mode=0))
    return d.glb(folder)


@sample
def normals_and_tangents(folder):
    d = boxed()
    attributes = d.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["NORMAL"] = d.accessor([(0, 1, 0)] * 8)
    attributes["TANGENT"] = d.accessor([(1, 0, 0, 1)] * 8, "VEC4")
    attributes["COLOR_0"] = d.accessor([(1, 0, 0, 1)] * 8, "VEC4")
    attributes["_BATCH"] = d.accessor(range(8), "SCALAR")
    return d.glb(folder)


@sample
def vertex_colours_u8(folder):
    d = boxed()
    d.root["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = d.accessor([(255, 0, 9, 255)] * 8, "VEC4", U8, normalized=True)
    return d.glb(folder)


@sample
def interleaved(folder):
    d = Document()
    data = b"".join(struct.pack("<6f", *p, 0, 1, 0) for p in box_points())
    view = d.view(data, byteStride=24)
    for offset in (0, 12):
        d.root["accessors"].append({"bufferView": view, "byteOffset": offset, "componentType": FLOAT, "count": 8, "type": "VEC3"})
    d.root["meshes"].append({"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": d.accessor(BOX_FACES, "SCALAR", U16)}]})
    d.node(mesh=0)
    return d.glb(folder)


@sample
def sparse(folder):
    d = boxed()
    indices, values = d.view(struct.pack("<2H", 6, 7)), d.view(struct.pack("<6f", 0.5, 2, -0.5, 0.5, 2, 0.5))
    d.root["accessors"][1]["sparse"] = {"count": 2, "indices": {"bufferView": indices, "componentType": U16}, "values": {"bufferView": values}}
    return d.glb(folder)


@sample
def sparse_of_nothing(folder):
    d = Document()
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    indices, values = d.view(bytes([0, 1, 2])), d.view(b"".join(struct.pack("<3f", *p) for p in points))
    d.root["accessors"].append({"componentType": FLOAT, "count": 3, "type": "VEC3", "sparse": {
        "count": 3, "indices": {"bufferView": indices, "componentType": U8}, "values": {"bufferView": values}}})
    d.root["meshes"].append({"primitives": [{"attributes": {"POSITION": 0}}]})
    d.node(mesh=0)
    return d.glb(folder)


@sample
def morph_targets(folder):
    d = boxed()
    d.root["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": d.accessor([(0, 1, 0)] * 8)}]
    d.root["meshes"][0]["weights"] = [0.5]
    return d.glb(folder)


@sample
def skin(folder):
    d = boxed()
    attributes = d.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_0"] = d.accessor([(0, 1, 0, 0)] * 8, "VEC4", U8)
    attributes["WEIGHTS_0"] = d.accessor([(0.5, 0.5, 0, 0)] * 8, "VEC4")
    joint = d.node(root=False, translation=[0, 1, 0])
    parent = d.node(children=[joint])
    matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    d.root["skins"] = [{"joints": [parent, joint], "inverseBindMatrices": d.accessor([matrix] * 2, "MAT4"), "skeleton": parent}]
    d.root["nodes"][0]["skin"] = 0
    return d.glb(folder)


def animated(path, kind, values, name="LINEAR"):
    d = boxed()
    times = d.accessor([0, 1], "SCALAR")
    d.root["animations"] = [{"channels": [{"sampler": 0, "target": {"node": 0, "path": path}}],
                             "samplers": [{"input": times, "output": d.accessor(values, kind), "interpolation": name}]}]
    return d


@sample
def animation_rotation(folder):
    return animated("rotation", "VEC4", [(0, 0, 0, 1), (0, 1, 0, 0)]).glb(folder)


@sample
def animation_step(folder):
    return animated("translation", "VEC3", [(0, 0, 0), (0, 1, 0)], "STEP").glb(folder)


@sample
def animation_pointer(folder):
    d = animated("pointer", "VEC3", [(0, 0, 0), (0, 1, 0)])
    d.root["animations"][0]["channels"][0]["target"] = {"path": "pointer", "extensions": {
        "KHR_animation_pointer": {"pointer": "/materials/0/emissiveFactor"}}}
    return d.uses("KHR_animation_pointer").glb(folder)


@sample
def cameras_and_box(folder):
    d = boxed()
    d.root["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}},
                         {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}]
    d.node(camera=0)
    d.node(camera=1)
    return d.glb(folder)


@sample
def cameras_only(folder):
    d = Document()
    d.root["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}]
    d.node(camera=0)
    return d.glb(folder)


@sample
def lights_only(folder):
    d = Document().uses("KHR_lights_punctual")
    d.root["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "point", "color": [1, 1, 1], "intensity": 3}]}}
    d.node(extensions={"KHR_lights_punctual": {"light": 0}})
    return d.glb(folder)


@sample
def lights(folder):
    d = boxed().uses("KHR_lights_punctual")
    d.root["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {}}, {"type": "directional"}]}}
    d.node(extensions={"KHR_lights_punctual": {"light": 0}})
    return d.glb(folder)


@sample
def empty_scene(folder):
    d = Document()
    d.root["scenes"][0] = {"name": "nothing"}
    return d.gltf(folder) if d.data else write_json(folder, d.json())


def write_json(folder, root):
    (folder / "model.gltf").write_text(json.dumps(root))
    return folder / "model.gltf"


@sample
def asset_only(folder):
    return write_json(folder, {"asset": {"version": "2.0"}})


@sample
def no_scene(folder):
    d = boxed()
    del d.root["scenes"], d.root["scene"]
    return d.glb(folder)


@sample
def several_scenes(folder):
    d = boxed()
    d.node(mesh=0, translation=[3, 0, 0], root=False)
    d.root["scenes"].append({"nodes": [1]})
    d.root["scene"] = 1
    return d.glb(folder)


@sample
def scenes_without_default(folder):
    d = boxed()
    del d.root["scene"]
    return d.glb(folder)


@sample
def unused_nodes(folder):
    d = boxed()
    d.node(mesh=0, root=False, translation=[500, 0, 0])
    return d.glb(folder)


@sample
def negative_scale(folder):
    d = boxed()
    d.root["nodes"][0]["scale"] = [-1, 1, 1]
    d.node(mesh=0, scale=[-1, -1, -1], translation=[3, 1, 0])
    return d.glb(folder)


@sample
def zero_scale(folder):
    d = boxed()
    d.node(mesh=0, scale=[0, 0, 0], translation=[3, 1, 0])
    d.node(mesh=0, scale=[1, 0, 1], translation=[-3, 0, 0])
    return d.glb(folder)


@sample
def sheared(folder):
    d = boxed()
    d.root["nodes"][0] = {"matrix": [2, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "children": [1]}
    d.node(root=False, rotation=[0, 0.38268343, 0, 0.92387953], mesh=0, name="sheared")
    return d.glb(folder)


@sample
def deep_tree(folder):
    d = boxed()
    for i in range(400):
        d.root["nodes"].append({"children": [len(d.root["nodes"]) - 1 if i else 0], "translation": [0.001, 0, 0]})
    d.root["scenes"][0]["nodes"] = [400]
    return d.glb(folder)


@sample
def ten_thousand_nodes(folder):
    d = boxed()
    for i in range(10000):
        d.node(mesh=0, translation=[2 * (i % 100), 0, 2 * (i // 100)], scale=[0.5, 0.5, 0.5])
    return d.glb(folder)


@sample
def many_triangles(folder):
    n = 400
    points = [(0.01 * x, 0.2 * math.sin(0.05 * x) * math.cos(0.05 * z), 0.01 * z) for x in range(n) for z in range(n)]
    faces = [i for x in range(n - 1) for z in range(n - 1) for i in (x * n + z, x * n + z + 1, x * n + n + z, x * n + n + z,
                                                                    x * n + z + 1, x * n + n + z + 1)]
    d = Document()
    d.node(mesh=d.mesh(points, faces, U32))
    return d.glb(folder)


def scaled(factor):
    d = boxed()
    d.root["nodes"][0]["scale"] = [factor] * 3
    return d


@sample
def size_of_a_micrometre(folder):
    return scaled(1e-6).glb(folder)


@sample
def size_of_a_millimetre(folder):
    return scaled(1e-3).glb(folder)


@sample
def size_of_150(folder):
    return scaled(150).glb(folder)


@sample
def size_of_a_city(folder):
    return scaled(3000).glb(folder)


@sample
def size_of_a_million(folder):
    return scaled(1e6).glb(folder)


@sample
def far_from_the_origin(folder):
    d = boxed()
    d.root["nodes"][0]["translation"] = [4.5e6, 120, -5.3e6]
    return d.glb(folder)


@sample
def flat_plane(folder):
    d = Document()
    d.node(mesh=d.mesh([(-1, 0, -1), (1, 0, -1), (1, 0, 1), (-1, 0, 1)], [0, 2, 1, 0, 3, 2]))
    return d.glb(folder)


@sample
def upright_plane(folder):
    d = Document()
    d.node(mesh=d.mesh([(-1, 0, 0), (1, 0, 0), (1, 2, 0), (-1, 2, 0)], [0, 1, 2, 0, 2, 3], material=d.material(doubleSided=True)))
    return d.glb(folder)


@sample
def degenerate_triangles(folder):
    d = Document()
    d.node(mesh=d.mesh(box_points() + [(0, 0, 0)] * 3, BOX_FACES + [8, 9, 10, 0, 0, 1]))
    return d.glb(folder)


@sample
def several_primitives(folder):
    d = boxed()
    for i in range(3):
        d.root["meshes"][0]["primitives"].append({"attributes": {"POSITION": d.accessor(box_points(low=(i + 1, 0, 0)))},
                                                  "indices": d.accessor(BOX_FACES, "SCALAR", U16)})
    return d.glb(folder)


@sample
def primitive_without_position(folder):
    d = boxed()
    d.root["meshes"][0]["primitives"].append({"attributes": {"NORMAL": d.accessor([(0, 1, 0)] * 3)}})
    return d.glb(folder)


@sample
def textured(folder):
    d = boxed()
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": d.texture()}, "metallicFactor": 0}}
    return d.glb(folder)


@sample
def textured_by_file(folder):
    (folder / "colour picture.png").write_bytes(png(8, 8))
    d = boxed(pbrMetallicRoughness={"baseColorTexture": {"index": 0}})
    d.root["images"], d.root["textures"] = [{"uri": "colour%20picture.png"}], [{"source": 0, "sampler": 0}]
    d.root["samplers"] = [{"magFilter": 9729, "minFilter": 9987, "wrapS": 33648, "wrapT": 33071}]
    return d.gltf(folder)


@sample
def texture_missing(folder):
    d = boxed(pbrMetallicRoughness={"baseColorTexture": {"index": 0}})
    d.root["images"], d.root["textures"] = [{"uri": "gone.png"}], [{"source": 0}]
    return d.gltf(folder)


@sample
def texture_embedded(folder):
    d = boxed(pbrMetallicRoughness={"baseColorTexture": {"index": 0}})
    d.root["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(png(4, 4)).decode()}]
    d.root["textures"] = [{"source": 0}]
    return d.gltf(folder, uri=None)


@sample
def texture_without_source(folder):
    d = boxed(pbrMetallicRoughness={"baseColorTexture": {"index": 0}})
    d.root["textures"] = [{}]
    return d.glb(folder)


@sample
def all_textures(folder):
    d = boxed()
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": d.texture()},
                                                       "metallicRoughnessTexture": {"index": d.texture()}},
                              "normalTexture": {"index": d.texture(), "scale": 0.5}, "occlusionTexture": {"index": 0, "strength": 0.4},
                              "emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1], "alphaMode": "MASK", "alphaCutoff": 0.3,
                              "doubleSided": True}
    return d.glb(folder)


@sample
def second_texture_set(folder):
    d = boxed()
    d.root["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = d.accessor([(x, 1) for x in range(8)], "VEC2")
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": d.texture(), "texCoord": 1}}}
    return d.glb(folder)


@sample
def big_pictures(folder):
    d = boxed()
    picture = png(2048, 2048)
    for i in range(30):
        texture = d.texture(picture)
        d.node(mesh=d.mesh(material=d.material(pbrMetallicRoughness={"baseColorTexture": {"index": texture}})), translation=[2 * i, 0, 0])
    return d.glb(folder)


@sample
def webp(folder):
    d = boxed()
    texture = d.texture(b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0", "image/webp")
    d.root["textures"][texture] = {"extensions": {"EXT_texture_webp": {"source": 0}}}
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": texture}}}
    return d.uses("EXT_texture_webp").glb(folder)


@sample
def basisu(folder):
    d = boxed()
    texture = d.texture(b"\xabKTX 20\xbb\r\n\x1a\n" + bytes(80), "image/ktx2")
    d.root["textures"][texture] = {"extensions": {"KHR_texture_basisu": {"source": 0}}}
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": texture}}}
    return d.uses("KHR_texture_basisu").glb(folder)


@sample
def texture_transform(folder):
    d = boxed()
    d.root["materials"][0] = {"pbrMetallicRoughness": {"baseColorTexture": {"index": d.texture(), "extensions": {
        "KHR_texture_transform": {"offset": [0.5, 0], "rotation": 0.7, "scale": [2, 2], "texCoord": 0}}}}}
    return d.uses("KHR_texture_transform").glb(folder)


@sample
def quantized(folder):
    d = Document().uses("KHR_mesh_quantization")
    points = d.accessor([tuple(int(100 * v) for v in p) for p in box_points()], "VEC3", I16)
    bytes_ = d.accessor([(0, 127, 0)] * 8, "VEC3", I8, normalized=True)
    uvs = d.accessor([(0, 65535)] * 8, "VEC2", U16, normalized=True)
    d.root["meshes"].append({"primitives": [{"attributes": {"POSITION": points, "NORMAL": bytes_, "TEXCOORD_0": uvs},
                                             "indices": d.accessor(BOX_FACES, "SCALAR", U16)}]})
    d.node(mesh=0, scale=[0.01, 0.01, 0.01])
    return d.glb(folder)


# The box, by the encoder of libdraco 1.5.5 with 11 bits for a coordinate.
DRACO_BOX = ("RFJBQ08CAgEBAAAACAwACwAAA19LFQEBEAH/AAABAAkDAAACAQEBAAMDASABIAMAsEIxokCEAAAAAAD/BwAAAAAAvwAAAAAAAAC/AACAPws=")


def packed_box(data):
    d = Document().uses("KHR_draco_mesh_compression")
    mesh = d.mesh(material=d.material(pbrMetallicRoughness={"baseColorFactor": [1, 0.5, 0.25, 1]}))
    for accessor in d.root["accessors"]:
        accessor.pop("bufferView")
    d.data, d.root["bufferViews"] = b"", []
    d.root["meshes"][mesh]["primitives"][0]["extensions"] = {
        "KHR_draco_mesh_compression": {"bufferView": d.view(data), "attributes": {"POSITION": 0}}}
    d.node(mesh=mesh, name="packed")
    return d


@sample
def draco(folder):
    return packed_box(base64.b64decode(DRACO_BOX)).glb(folder)


@sample
def draco_gltf(folder):
    return packed_box(base64.b64decode(DRACO_BOX)).gltf(folder)


@sample
def draco_broken(folder):
    return packed_box(b"DRACO" + bytes(40)).glb(folder)


@sample
def draco_with_fallback(folder):
    d = boxed().uses("KHR_draco_mesh_compression", required=False)
    view = d.view(b"DRACO" + bytes(40))
    d.root["meshes"][0]["primitives"][0]["extensions"] = {"KHR_draco_mesh_compression": {"bufferView": view, "attributes": {"POSITION": 0}}}
    return d.glb(folder)


# Points and faces of the box, by the encoder of meshoptimizer 0.18.
MESHOPT_POINTS = bytes.fromhex("a00000000100c00000ff0000010ccc0000ffffff010ccc00007e7d7e000000013fff0000ffffffffffffff0000000000000000000"
                               "000000000000000000000000000bf00000000000000bf")
MESHOPT_FACES = bytes.fromhex("e1fe00ff0f0716a102071391050f06ff02040203007687566778a9866589689801690000")


def packed_views(points, faces):
    """A box whose views have a buffer without content and say how they are packed in another."""
    d = Document().uses("EXT_meshopt_compression")
    d.node(mesh=d.mesh(), name="packed")
    unpacked, d.data = len(d.data), b""
    for view, data, mode, count, stride in zip(list(d.root["bufferViews"]), (points, faces), ("ATTRIBUTES", "TRIANGLES"), (8, 36), (12, 2)):
        d.data += b"\0" * (-len(d.data) % 4)
        view["buffer"] = 1
        view["extensions"] = {"EXT_meshopt_compression": {"buffer": 0, "byteOffset": len(d.data), "byteLength": len(data),
                                                          "byteStride": stride, "count": count, "mode": mode}}
        if mode == "ATTRIBUTES":
            view["byteStride"] = stride
        d.data += data
    d.stand_in = {"byteLength": unpacked, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}
    return d


@sample
def meshopt(folder):
    return packed_views(MESHOPT_POINTS, MESHOPT_FACES).glb(folder)


@sample
def meshopt_gltf(folder):
    return packed_views(MESHOPT_POINTS, MESHOPT_FACES).gltf(folder)


@sample
def meshopt_broken(folder):
    return packed_views(MESHOPT_POINTS, MESHOPT_FACES[:-20]).glb(folder)


@sample
def meshopt_with_fallback(folder):
    d = boxed().uses("EXT_meshopt_compression", required=False)
    d.root["bufferViews"][1]["extensions"] = {"EXT_meshopt_compression": {"buffer": 0, "byteLength": 60, "byteStride": 12, "count": 8,
                                                                          "mode": "ATTRIBUTES"}}
    return d.glb(folder)


@sample
def unknown_extension_used(folder):
    d = boxed().uses("VENDOR_something_new", required=False)
    d.root["extensions"] = {"VENDOR_something_new": {"a": 1}}
    return d.glb(folder)


def add_material_samples():
    values = {"clearcoat": {"clearcoatFactor": 1}, "transmission": {"transmissionFactor": 1}, "volume": {"thicknessFactor": 0.1},
              "ior": {"ior": 1.4}, "specular": {"specularFactor": 0.5}, "sheen": {"sheenColorFactor": [1, 0, 0]},
              "iridescence": {"iridescenceFactor": 1}, "anisotropy": {"anisotropyStrength": 0.6}, "dispersion": {"dispersion": 0.3},
              "emissive_strength": {"emissiveStrength": 5}, "unlit": {}, "diffuse_transmission": {"diffuseTransmissionFactor": 0.5},
              "variants": {"mappings": []},
              "pbrSpecularGlossiness": {"diffuseFactor": [1, 0, 0, 1], "glossinessFactor": 0.3, "specularFactor": [1, 1, 1]}}
    for name, value in values.items():
        def make(folder, name=name, value=value):
            return with_extension("KHR_materials_" + name, value).glb(folder)
        SAMPLES["material_" + name] = make


add_material_samples()


@sample
def blended(folder):
    return boxed(alphaMode="BLEND", pbrMetallicRoughness={"baseColorFactor": [1, 0, 0, 0.4]}).glb(folder)


@sample
def variants(folder):
    d = boxed().uses("KHR_materials_variants", required=False)
    d.root["extensions"] = {"KHR_materials_variants": {"variants": [{"name": "red"}]}}
    d.root["meshes"][0]["primitives"][0]["extensions"] = {"KHR_materials_variants": {"mappings": [{"material": 0, "variants": [0]}]}}
    return d.glb(folder)


@sample
def instancing(folder):
    d = boxed().uses("EXT_mesh_gpu_instancing")
    d.root["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": d.accessor([(0, 0, 0), (3, 0, 0)])}}}
    return d.glb(folder)


@sample
def xmp(folder):
    d = boxed().uses("KHR_xmp_json_ld")
    d.root["extensions"] = {"KHR_xmp_json_ld": {"packets": [{"@context": {"dc": "http://purl.org/dc/elements/1.1/"}, "dc:title": "box"}]}}
    return d.glb(folder)


@sample
def node_visibility(folder):
    d = boxed().uses("KHR_node_visibility")
    d.root["nodes"][0]["extensions"] = {"KHR_node_visibility": {"visible": True}}
    return d.glb(folder)


@sample
def foreign_extras(folder):
    d = boxed()
    d.root["nodes"][0]["extras"] = {"mass": "heavy", "name": 7, "label": None, "classes": "x", "joint": "hinge", "grasps": 3, "sites": {}}
    d.root["meshes"][0]["extras"] = {"targetNames": ["a"]}
    d.root["asset"]["extras"] = {"author": "someone"}
    return d.glb(folder)


@sample
def same_names(folder):
    d = boxed()
    for i in range(5):
        d.node(mesh=0, name="box", translation=[2 * i, 0, 2])
    return d.glb(folder)


@sample
def dotted_names(folder):
    d = boxed()
    d.node(mesh=0, name="", translation=[2, 0, 0])
    d.node(mesh=0, name="a.b/c d*e", translation=[4, 0, 0])
    d.node(mesh=0, name="x" * 300, translation=[6, 0, 0])
    return d.glb(folder)


@sample
def byte_order_mark(folder):
    file = boxed().gltf(folder)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    return file


@sample
def glb_with_more_chunks(folder):
    file = boxed().glb(folder)
    data = file.read_bytes() + struct.pack("<II", 4, 0x12345678) + b"more"
    file.write_bytes(data[:8] + struct.pack("<I", len(data)) + data[12:])
    return file


@sample
def glb_named_gltf(folder):
    return boxed().glb(folder, "model.gltf")


@sample
def glb_with_external_buffer(folder):
    d = boxed()
    (folder / "more.bin").write_bytes(d.data)
    root = d.json()
    root["buffers"] = [{"byteLength": len(d.data), "uri": "more.bin"}]
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    (folder / "model.glb").write_bytes(struct.pack("<IIIII", 0x46546C67, 2, 20 + len(text), len(text), 0x4E4F534A) + text)
    return folder / "model.glb"


@sample
def version_2_1(folder):
    d = boxed()
    d.root["asset"] = {"version": "2.1", "minVersion": "2.0", "generator": "somebody", "copyright": "©"}
    return d.glb(folder)


@sample
def glb_version_1(folder):
    file = boxed().glb(folder)
    data = file.read_bytes()
    file.write_bytes(data[:4] + struct.pack("<I", 1) + data[8:])
    return file


@sample
def version_1(folder):
    """glTF 1: sections are objects by name."""
    data = struct.pack("<24f", *[c for p in box_points() for c in p][:24]) + struct.pack("<36H", *BOX_FACES[:36])
    root = {
        "asset": {"version": "1.0"}, "scene": "s", "scenes": {"s": {"nodes": ["n"]}},
        "nodes": {"n": {"meshes": ["m"], "children": []}},
        "meshes": {"m": {"primitives": [{"attributes": {"POSITION": "p"}, "indices": "i", "mode": 4, "material": "w"}]}},
        "materials": {"w": {}},
        "buffers": {"b": {"type": "arraybuffer", "byteLength": len(data), "uri": "model.bin"}},
        "bufferViews": {"v": {"buffer": "b", "byteOffset": 0, "byteLength": 96, "target": 34962},
                        "f": {"buffer": "b", "byteOffset": 96, "byteLength": 72, "target": 34963}},
        "accessors": {"p": {"bufferView": "v", "byteOffset": 0, "byteStride": 12, "componentType": FLOAT, "count": 8,
                            "type": "VEC3"},
                      "i": {"bufferView": "f", "byteOffset": 0, "componentType": U16, "count": 36, "type": "SCALAR"}}}
    (folder / "model.bin").write_bytes(data)
    (folder / "model.gltf").write_text(json.dumps(root), encoding="utf-8")
    return folder / "model.gltf"


@sample
def network_buffer(folder):
    return boxed().gltf(folder, uri="https://example.com/box.bin", file=None)


@sample
def room(folder):
    d = Document()
    for size, low in (((6, 0.1, 5), (-3, -0.1, -2.5)), ((6, 2.5, 0.1), (-3, 0, -2.6)), ((0.1, 2.5, 5), (-3.1, 0, -2.5)), ((1, 0.8, 0.6), (0, 0, 0))):
        d.node(mesh=d.mesh(box_points(size, low)))
    return d.glb(folder)


@sample
def room_z_up(folder):
    d = Document()
    for size, low in (((6, 5, 0.1), (-3, -2.5, -0.1)), ((6, 0.1, 2.5), (-3, 2.5, 0))):
        d.node(mesh=d.mesh(box_points(size, low)))
    return d.glb(folder)


@sample
def closed_room(folder):
    """A box that looks inwards, as interiors are often made."""
    d = Document()
    d.node(mesh=d.mesh(box_points((6, 2.5, 5), (-3, 0, -2.5)), list(reversed(BOX_FACES))))
    return d.glb(folder)


@sample
def nan_position(folder):
    d = Document()
    d.node(mesh=d.mesh(box_points()))
    d.node(mesh=d.mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [0, 1, 2]), translation=[3, 0, 0])
    d.data = d.data[:-44] + struct.pack("<f", math.nan) + d.data[-40:]
    return d.glb(folder)


@sample
def matrix_and_children(folder):
    d = boxed()
    d.node(matrix=[1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 5, 0, 0, 1], children=[d.node(root=False, mesh=0)])
    return d.glb(folder)


@sample
def scaled_tree(folder):
    """As exports from centimetres and inches: scales that cancel out."""
    d = boxed()
    d.root["scenes"][0]["nodes"] = [2]
    d.root["nodes"] += [{"children": [0], "scale": [100, 100, 100]}, {"children": [1], "scale": [0.01, 0.01, 0.01]}]
    return d.glb(folder)


def sample_names():
    return sorted(SAMPLES)
