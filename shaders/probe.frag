// SPDX-License-Identifier: Apache-2.0
#version 460
layout(location = 0) out vec4 out_colour;
void main() { out_colour = vec4(1.0); }
