// SPDX-License-Identifier: Apache-2.0
#version 460
layout(location = 0) flat in uint in_id;
layout(location = 0) out uint out_id;
void main() { out_id = in_id; }
