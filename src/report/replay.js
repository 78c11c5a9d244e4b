// SPDX-License-Identifier: Apache-2.0
// Shows a visit again in a page: the place, everybody's body, ways, sight lines and heat maps; time runs together with
// the plots.
// Needs THREE with GLTFLoader and OrbitControls; every section.replay of the page holds one visit.
(function () {
  'use strict';

  function bytesOf(text) {
    var raw = atob(text), bytes = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
    return bytes.buffer;
  }

  function say(section, text) { section.querySelector('.said').textContent = text; }

  var SUN = new THREE.Vector3(3, 8, 2.5).normalize();

  /// Light from the sky and the sun, put into the colours of the corners once: machines that draw without a graphics
  /// card then only have to place triangles. Bodies move their limbs, so that theirs is computed for every picture.
  function paint(mesh) {
    var old = mesh.material, geometry = mesh.geometry;
    geometry.computeVertexNormals();
    if (mesh.isSkinnedMesh) {
      mesh.material = new THREE.MeshLambertMaterial({ color: old.color, skinning: true });
      return;
    }
    var normals = geometry.attributes.normal, given = geometry.attributes.color, count = normals.count;
    var colours = new Float32Array(3 * count), scale = given && given.array instanceof Uint8Array ? 1 / 255 : 1;
    for (var i = 0; i < count; ++i) {
      var x = normals.getX(i), y = normals.getY(i), z = normals.getZ(i);
      var light = 0.55 + 0.2 * y + 0.45 * Math.max(0, x * SUN.x + y * SUN.y + z * SUN.z);
      for (var c = 0; c < 3; ++c) {
        var own = given ? given.array[i * given.itemSize + c] * scale : 1;
        colours[3 * i + c] = own * light;
      }
    }
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
    geometry.deleteAttribute('normal');
    mesh.material = new THREE.MeshBasicMaterial({
      color: old.color, vertexColors: THREE.VertexColors, transparent: old.transparent, opacity: old.opacity
    });
  }

  /// The picture of what stands still, kept while the camera stays, so that scrubbing draws only what moves. Needs two
  /// extensions that nearly every browser has; without them everything is drawn every time.
  function StillPicture(renderer) {
    var gl = renderer.getContext();
    this.possible = !!(gl.getExtension('EXT_frag_depth') && gl.getExtension('WEBGL_depth_texture'));
    if (!this.possible) return;
    this.target = new THREE.WebGLRenderTarget(1, 1, { minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter });
    this.target.texture.encoding = THREE.GammaEncoding;
    this.target.depthTexture = new THREE.DepthTexture(1, 1, THREE.UnsignedIntType);
    this.sheet = new THREE.Mesh(new THREE.PlaneBufferGeometry(2, 2), new THREE.ShaderMaterial({
      uniforms: { colour: { value: this.target.texture }, depth: { value: this.target.depthTexture } },
      extensions: { fragDepth: true }, depthFunc: THREE.AlwaysDepth,
      vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader: 'varying vec2 at; uniform sampler2D colour, depth; void main() {' +
        ' gl_FragColor = texture2D(colour, at); gl_FragDepthEXT = texture2D(depth, at).r; }'
    }));
    this.sheet.frustumCulled = false;
    this.sheets = new THREE.Scene();
    this.sheets.add(this.sheet);
    this.of = '';
  }

  /// Draws `scene`, in which only `still` does not move.
  StillPicture.prototype.draw = function (renderer, scene, camera, still) {
    var key = camera.matrixWorldInverse.elements.join() + camera.projectionMatrix.elements.join();
    var size = renderer.getDrawingBufferSize(new THREE.Vector2());
    key += size.x + 'x' + size.y;
    var stays = this.possible && key === this.before;
    this.before = key;
    if (!stays) {
      renderer.render(scene, camera);
      return renderer.info.render.calls;
    }
    if (this.of !== key) {
      this.target.setSize(size.x, size.y);
      var others = scene.children.filter(function (child) { return child.visible && !child.isLight && child !== still.root; });
      var nodes = still.root.children.filter(function (child) { return child.visible && child !== still.mesh; });
      others.concat(nodes).forEach(function (child) { child.visible = false; });
      renderer.setRenderTarget(this.target);
      renderer.clear();
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      others.concat(nodes).forEach(function (child) { child.visible = true; });
      this.of = key;
    }
    renderer.autoClear = false;
    renderer.clear();
    renderer.render(this.sheets, camera);
    var background = scene.background;
    scene.background = null;
    still.mesh.visible = false;
    renderer.render(scene, camera);
    still.mesh.visible = true;
    scene.background = background;
    renderer.autoClear = true;
    return renderer.info.render.calls + 1;
  };

  function Replay(section, gltf) {
    var self = this;
    this.section = section;
    this.canvas = section.querySelector('canvas');
    this.slider = section.querySelector('input[type=range]');
    this.people = JSON.parse(section.dataset.people);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: false, preserveDrawingBuffer: true });
    this.renderer.gammaOutput = true;
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(0xdfe6ea);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8078, 0.75));
    var sun = new THREE.DirectionalLight(0xffffff, 0.5);
    sun.position.set(3, 8, 2.5);
    this.scene.add(sun, gltf.scene);
    this.root = gltf.scene;
    this.still = new StillPicture(this.renderer);
    this.stillMesh = gltf.scene.getObjectByName('place');
    this.bodies = {};
    this.touchable = [];
    this.layers = [];
    gltf.scene.traverse(function (node) {
      if (node.userData.heat) return self.layers.push(node);
      if (node.isMesh && node.name.indexOf('cone_') === 0) {
        node.material = new THREE.MeshBasicMaterial({
          color: node.material.color, transparent: true, opacity: 0.18, side: THREE.DoubleSide, depthWrite: false
        });
        return;
      }
      if (node.isMesh) paint(node);
      if (node.isLineSegments) node.material = new THREE.LineBasicMaterial({ color: node.material.color, transparent: true, opacity: 0.6 });
      if (node.isSkinnedMesh) {
        node.frustumCulled = false;
        self.bodies[node.name] = node;
      } else if (node.isMesh) {
        self.touchable.push(node);
      }
    });
    this.from = 0;
    this.to = 0;
    if (gltf.animations.length) {
      this.mixer = new THREE.AnimationMixer(gltf.scene);
      this.action = this.mixer.clipAction(gltf.animations[0]);
      this.action.setLoop(THREE.LoopOnce);
      this.action.clampWhenFinished = true;
      this.action.play();
      this.to = gltf.animations[0].duration;
    }
    this.slider.max = this.to.toFixed(1);
    this.camera = new THREE.PerspectiveCamera(60, 1.6, 0.05, 500);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enableKeys = false;  // they would act wherever the reader is on the page
    this.controls.addEventListener('change', function () { self.dirty = true; });
    this.witness = this.line(0xd40000);
    this.ruler = this.line(0x6a00a8);
    this.witness.material.depthTest = this.ruler.material.depthTest = false;
    this.points = [];
    this.labels = this.people.map(function (name) { return self.label(name); });
    this.eyes = '';
    this.time = 0;
    this.fineness = 1;
    this.addLayers(this.layers);
    this.overview();
    this.listen();
    this.seek(0);
    requestAnimationFrame(function step(now) { self.frame(now); requestAnimationFrame(step); });
  }

  Replay.prototype.line = function (colour) {
    var geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(6), 3));
    var line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colour }));
    line.frustumCulled = false;
    line.visible = false;
    this.scene.add(line);
    return line;
  };

  /// Offers maps to the reader; one at a time is shown, in its plain colours.
  Replay.prototype.addLayers = function (nodes) {
    var self = this, choice = this.section.querySelector('.heat');
    this.heat = this.heat || {};
    nodes.forEach(function (node) {
      var heat = node.userData.heat, option = document.createElement('option');
      node.material = new THREE.MeshBasicMaterial({
        vertexColors: THREE.VertexColors, transparent: true, opacity: 0.85, side: THREE.DoubleSide
      });
      node.visible = false;
      self.root.add(node);
      self.heat[heat.label] = node;
      option.value = option.textContent = heat.label;
      choice.appendChild(option);
    });
    choice.disabled = choice.options.length < 2;
  };

  Replay.prototype.showLayer = function (label) {
    var key = this.section.querySelector('.heat-key'), self = this;
    key.textContent = '';
    Object.keys(this.heat).forEach(function (name) { self.heat[name].visible = name === label; });
    this.section.querySelector('.heat').value = label;
    if (this.heat[label]) {
      key.append(label + ':');
      this.heat[label].userData.heat.legend.forEach(function (row) {
        var patch = document.createElement('span');
        patch.style.background = row[0];
        key.append(patch, row[1]);
      });
      var look = this.heat[label].userData.heat.look;  // target and camera, of maps that are not seen from above
      if (look) {
        this.lookThrough('');
        this.controls.target.set(look[0], look[1], look[2]);
        this.camera.position.set(look[3], look[4], look[5]);
        this.controls.update();
      }
    }
    this.dirty = true;
  };

  /// The name of somebody over the picture.
  Replay.prototype.label = function (name) {
    var label = document.createElement('span');
    label.className = 'name';
    label.textContent = name;
    label.setAttribute('aria-hidden', 'true');
    this.section.querySelector('.stage').appendChild(label);
    return label;
  };

  Replay.prototype.placeLabels = function () {
    for (var i = 0; i < this.people.length; ++i) {
      var gaze = this.gaze(this.people[i]), label = this.labels[i], at = gaze && gaze.place;
      if (at) at.add(new THREE.Vector3(0, 0.3, 0)).project(this.camera);
      var shown = at && this.people[i] !== this.eyes && at.z < 1 && Math.abs(at.x) < 1 && Math.abs(at.y) < 1;
      label.style.display = shown ? '' : 'none';
      if (shown) {
        label.style.left = (50 + 50 * at.x).toFixed(2) + '%';
        label.style.top = (50 - 50 * at.y).toFixed(2) + '%';
      }
    }
  };

  function setLine(line, a, b) {
    var at = line.geometry.attributes.position;
    at.setXYZ(0, a.x, a.y, a.z);
    at.setXYZ(1, b.x, b.y, b.z);
    at.needsUpdate = true;
    line.visible = true;
  }

  Replay.prototype.overview = function () {
    var box = new THREE.Box3();
    this.touchable.forEach(function (mesh) { box.expandByObject(mesh); });
    var middle = box.getCenter(new THREE.Vector3()), size = box.getSize(new THREE.Vector3());
    var far = Math.min(0.7 * Math.max(size.x, size.z, 4), 60);
    this.camera.position.set(middle.x, box.min.y + 1.25 * far, middle.z + 0.55 * far);
    this.controls.target.set(middle.x, box.min.y + 0.8, middle.z);
    this.controls.update();
    this.dirty = true;
  };

  /// Node names lose their dots in THREE.
  Replay.prototype.node = function (name) {
    return this.root.getObjectByName(THREE.PropertyBinding.sanitizeNodeName(name));
  };

  Replay.prototype.gaze = function (name) {
    var left = this.node(name + '.left_eye'), right = this.node(name + '.right_eye');
    if (!left || !right) return null;
    var place = new THREE.Vector3(), other = new THREE.Vector3(), turn = new THREE.Quaternion(), to = new THREE.Quaternion();
    left.getWorldPosition(place);
    right.getWorldPosition(other);
    left.getWorldQuaternion(turn);
    right.getWorldQuaternion(to);
    return { place: place.add(other).multiplyScalar(0.5), turn: turn.slerp(to, 0.5) };
  };

  Replay.prototype.seek = function (seconds) {
    this.time = Math.max(0, Math.min(this.to, seconds));
    if (this.action) {
      this.action.paused = false;
      this.action.enabled = true;
      this.action.time = this.time;
      this.mixer.update(0);
    }
    this.slider.value = this.time;
    this.slider.setAttribute('aria-valuetext', this.time.toFixed(1) + ' seconds');
    this.section.querySelector('output').textContent = this.time.toFixed(1) + ' s';
    var share = this.time, block = this.section.dataset.visit;
    document.querySelectorAll('svg[data-visit="' + block + '"] .now').forEach(function (mark) {
      var plot = mark.parentNode.dataset;
      var x = plot.left * 1 + (plot.wide * (share - plot.from)) / (plot.to - plot.from);
      mark.setAttribute('x1', x);
      mark.setAttribute('x2', x);
    });
    this.dirty = true;
  };

  Replay.prototype.show = function (seconds, who, points) {
    this.playing = false;
    this.seek(seconds);
    this.root.updateMatrixWorld(true);
    this.witness.visible = false;
    this.lookThrough('');
    var gaze = who && this.gaze(who), target = gaze && gaze.place.clone();
    if (points && points.length === 6) {
      var a = new THREE.Vector3(points[0], points[1], points[2]), b = new THREE.Vector3(points[3], points[4], points[5]);
      setLine(this.witness, a, b);
      target = a.clone().add(b).multiplyScalar(0.5);
    }
    if (target) {
      var back = gaze ? new THREE.Vector3(0, 0, 1).applyQuaternion(gaze.turn) : new THREE.Vector3(0, 0, 1);
      back.y = 0;
      back.normalize().multiplyScalar(1.6);
      this.camera.position.copy(target).add(back).add(new THREE.Vector3(0.6, 0.9, 0.4));
      this.controls.target.copy(target);
      this.controls.update();
    }
    this.section.scrollIntoView({ block: 'nearest' });
    this.canvas.focus({ preventScroll: true });
    say(this.section, 'Shown: ' + seconds.toFixed(1) + ' s' + (who ? ', ' + who : ''));
  };

  Replay.prototype.drawAll = function () {
    this.renderer.render(this.scene, this.camera);
    return this.renderer.info.render.calls;
  };

  Replay.prototype.lookThrough = function (name) {
    this.eyes = name;
    this.section.querySelector('.eyes').value = name;
    this.controls.enabled = !name;
    this.dirty = true;
  };

  Replay.prototype.measureAt = function (event) {
    var area = this.canvas.getBoundingClientRect();
    var at = new THREE.Vector2(((event.clientX - area.left) / area.width) * 2 - 1, 1 - ((event.clientY - area.top) / area.height) * 2);
    var ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    var hits = ray.intersectObjects(this.touchable);
    if (!hits.length) return;
    if (this.points.length === 2) this.points = [];
    this.points.push(hits[0].point);
    if (this.points.length === 2) {
      setLine(this.ruler, this.points[0], this.points[1]);
      say(this.section, 'Distance: ' + this.points[0].distanceTo(this.points[1]).toFixed(3) + ' m');
    } else {
      say(this.section, 'First point taken; click the second one.');
    }
    this.dirty = true;
  };

  /// Arrows turn the picture, + and - come nearer and go away.
  Replay.prototype.key = function (event) {
    var step = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    var scale = { '+': 0.85, '=': 0.85, '-': 1.18 }[event.key];
    if ((!step && !scale) || this.eyes) return;
    event.preventDefault();
    var way = new THREE.Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    way.theta += step ? step[0] : 0;
    way.phi = Math.max(0.1, Math.min(3, way.phi + (step ? step[1] : 0)));
    way.radius *= scale || 1;
    this.camera.position.setFromSpherical(way).add(this.controls.target);
    this.controls.update();
    this.dirty = true;
  };

  Replay.prototype.listen = function () {
    var self = this, section = this.section, play = section.querySelector('.play'), measure = section.querySelector('.measure');
    this.slider.addEventListener('input', function () { self.playing = false; self.seek(parseFloat(self.slider.value)); });
    play.addEventListener('click', function () {
      if (self.time >= self.to) self.seek(0);
      self.playing = !self.playing;
    });
    section.querySelector('.overview').addEventListener('click', function () { self.lookThrough(''); self.overview(); });
    section.querySelector('.eyes').addEventListener('change', function (event) { self.lookThrough(event.target.value); });
    section.querySelector('.heat').addEventListener('change', function (event) { self.showLayer(event.target.value); });
    ['.ways', '.sights', '.cones'].forEach(function (box) {
      section.querySelector(box).addEventListener('change', function () { self.dirty = true; });
    });
    measure.addEventListener('click', function () {
      self.measuring = !self.measuring;
      self.points = [];
      self.ruler.visible = false;
      measure.setAttribute('aria-pressed', self.measuring ? 'true' : 'false');
      say(section, self.measuring ? 'Click two points of the place.' : '');
      self.dirty = true;
    });
    this.canvas.addEventListener('keydown', function (event) { self.key(event); });
    this.canvas.addEventListener('click', function (event) { if (self.measuring) self.measureAt(event); });
    document.querySelectorAll('a[data-visit="' + section.dataset.visit + '"]').forEach(function (link) {
      link.addEventListener('click', function (event) {
        event.preventDefault();
        self.show(parseFloat(link.dataset.at), link.dataset.who, (link.dataset.points || '').split(',').map(parseFloat));
      });
    });
    document.querySelectorAll('svg[data-visit="' + section.dataset.visit + '"][data-from]').forEach(function (plot) {
      plot.addEventListener('click', function (event) {
        var d = plot.dataset, area = plot.getBoundingClientRect();
        var x = ((event.clientX - area.left) / area.width) * plot.viewBox.baseVal.width + plot.viewBox.baseVal.x;
        self.playing = false;
        self.seek(d.from * 1 + ((x - d.left) / d.wide) * (d.to - d.from));
      });
    });
  };

  Replay.prototype.frame = function (now) {
    var passed = Math.min(0.25, (now - (this.before || now)) / 1000);
    this.before = now;
    if (this.playing) {
      this.seek(this.time + passed);
      if (this.time >= this.to) this.playing = false;
    }
    this.section.querySelector('.play').textContent = this.playing ? 'Pause' : 'Play';
    // Where drawing is slow the picture becomes coarser, and fine again once it stands still.
    if (this.dirty && this.drew && passed > 0.07) this.fineness = Math.max(0.4, 0.7 * this.fineness);
    if (!this.dirty && now - (this.drawnAt || 0) > 500 && this.fineness < 1) {
      this.fineness = 1;
      this.dirty = true;
    }
    this.drew = this.dirty;
    var wide = Math.round(this.canvas.clientWidth * this.fineness), high = Math.round(this.canvas.clientHeight * this.fineness);
    if (wide && (this.canvas.width !== wide || this.canvas.height !== high)) {
      this.renderer.setSize(wide, high, false);
      this.camera.aspect = wide / high;
      this.camera.updateProjectionMatrix();
      this.dirty = true;
    }
    if (!this.dirty || !wide) return;
    this.dirty = false;
    this.root.updateMatrixWorld(true);
    var self = this, eyes = this.eyes && this.gaze(this.eyes);
    var ways = this.section.querySelector('.ways').checked, sights = this.section.querySelector('.sights').checked;
    var cones = this.section.querySelector('.cones').checked;
    this.people.forEach(function (name) {
      var shown = { body: name !== self.eyes, way: ways, sight: sights && name !== self.eyes };
      shown.cone_left = shown.cone_right = cones && name !== self.eyes;
      Object.keys(shown).forEach(function (what) {
        var node = self.node(what + '.' + name);
        if (node) node.visible = shown[what];
      });
    });
    if (eyes) {
      this.camera.position.copy(eyes.place);
      this.camera.quaternion.copy(eyes.turn);
    }
    this.camera.updateMatrixWorld();
    var calls = this.stillMesh ? this.still.draw(this.renderer, this.scene, this.camera, { root: this.root, mesh: this.stillMesh }) : this.drawAll();
    this.placeLabels();
    this.drawnAt = now;
    this.section.dataset.drawCalls = Math.max(calls, this.section.dataset.drawCalls || 0);
    this.section.dataset.frames = (parseInt(this.section.dataset.frames || '0', 10) + 1).toString();
  };

  function loaded(text, then, failed) {
    try {
      new THREE.GLTFLoader().parse(bytesOf(text), '', then, failed);
    } catch (error) {
      failed(error);
    }
  }

  document.querySelectorAll('section.replay').forEach(function (section) {
    var maps = document.getElementById('place-layers');
    function failed(error) { say(section, 'The replay cannot be shown: ' + error.message); }
    loaded(section.querySelector('script[type="application/octet-stream"]').textContent, function (gltf) {
      var replay = new Replay(section, gltf);
      section.replay = replay;
      if (!maps) return void (section.dataset.ready = 'yes');
      loaded(maps.textContent, function (more) {
        replay.addLayers(more.scene.children.slice());
        section.dataset.ready = 'yes';
      }, failed);
    }, failed);
  });
})();
