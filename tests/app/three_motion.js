// SPDX-License-Identifier: Apache-2.0
// Prints what the GLTFLoader of three.js reads from an animated .glb, as JSON: its nodes with their places at the end of
// the animation, how many frames that has, and the names that it changes.
// usage: node three_motion.js THREE_FOLDER FILE
'use strict';
const fs = require('fs'), path = require('path'), vm = require('vm');
const [folder, file] = process.argv.slice(2);

// What the loader asks of a browser; pictures are not decoded.
const picture = { addEventListener(_, done) { setTimeout(done, 0); }, removeEventListener() {}, set src(_) {} };
Object.assign(global, {
  self: global,
  window: { URL: { createObjectURL: () => 'blob:', revokeObjectURL() {} } },
  Blob: class {},
  document: { createElementNS: () => picture }
});
for (const script of ['three.min.js', 'examples/js/loaders/GLTFLoader.js'])
  vm.runInThisContext('var module, exports;' + fs.readFileSync(path.join(folder, script), 'utf8'), script);

const THREE = global.THREE, bytes = new Uint8Array(fs.readFileSync(file));
const written = JSON.parse(Buffer.from(bytes.buffer, 20, new DataView(bytes.buffer).getUint32(12, true)).toString());
new THREE.GLTFLoader().parse(bytes.buffer, '', gltf => {
  const mixer = new THREE.AnimationMixer(gltf.scene), action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  action.time = gltf.animations[0].duration;
  mixer.update(0);
  gltf.scene.updateMatrixWorld(true);
  const nodes = [], renamed = {};
  gltf.scene.traverse(node => nodes.push({ name: node.name, at: new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).toArray() }));
  for (const { name } of written.nodes) renamed[name] = THREE.PropertyBinding.sanitizeNodeName(name);
  const frames = Math.max(...gltf.animations[0].tracks.map(track => track.times.length));
  process.stdout.write(JSON.stringify({ nodes, frames, renamed }));
}, error => { console.error(error); process.exit(1); });
