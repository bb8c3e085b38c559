import { arcPoints, brush, P, place, polar, poly, rows } from '../geom.mjs';
import { ink, leaf, plate } from './parts.mjs';

const CENTRE = [200, 200];
const on = (angle, r) => polar(angle, r, r, CENTRE);

function wreath(c, n, r0, L, W, turn) {
  let out = '';
  for (let i = 0; i < n; i++) {
    const angle = turn + (i * 360) / n;
    const [x, y] = on(angle, r0);
    const petal = { L, W, a: 0.8, b: 0.8, veins: 4, hatch: 2, bend: 0, seed: i, lw: 0.9 };
    out += place(leaf(c, petal), x, y, angle + 90);
  }
  return out;
}

const corner = (ringAngle, i, r) => polar(ringAngle + 180 + i * 72, r, r, on(ringAngle, 70));

/* One of the four five-sided rings round the cobalt, with the bridge to the next. */
function pyrrole(c, k) {
  const angle = 45 + k * 90;
  const outer = [0, 1, 2, 3, 4].map((i) => corner(angle, i, 32));
  let out = plate(c, P(poly(outer), k % 2 ? c.f : c.a));
  for (let i = 0; i < 5; i++) out += ink(c, [outer[i], outer[(i + 1) % 5]], 3);
  for (const i of [1, 3]) out += ink(c, [corner(angle, i, 23), corner(angle, (i + 1) % 5, 23)], 1.6);
  out += ink(c, [CENTRE, outer[0]], 2.2);
  out += `<circle cx="${outer[0][0]}" cy="${outer[0][1]}" r="8" fill="${c.ink}"/>`;
  return out + ink(c, [corner(angle, 4, 32), on(angle + 45, 62), corner(angle + 90, 1, 32)], 2.4);
}

/** Vitamin B12: its corrin ring as a block-printed rosette, four rings round a cobalt centre. */
export function b12(c) {
  let out = wreath(c, 16, 118, 66, 34, 11.25) + wreath({ ...c, a: c.f, b: c.g }, 16, 112, 48, 24, 0);
  out += plate(c, P('M70 200a130 130 0 1 0 260 0a130 130 0 1 0 -260 0', c.l));
  for (const [r, w] of rows('130,2.6 122,1')) out += ink(c, arcPoints(0, 360, r, r, 90, CENTRE), w);
  for (let i = 0; i < 60; i++) {
    const [x, y] = on(i * 6, 126);
    out += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="1.7" fill="${c.ink}"/>`;
  }
  for (let k = 0; k < 4; k++) out += pyrrole(c, k);
  out += plate(c, P('M168 200a32 32 0 1 0 64 0a32 32 0 1 0 -64 0', c.g));
  out += P(brush(arcPoints(0, 360, 32, 32, 60, CENTRE), 3), c.ink);
  return `${out}<text x="200" y="214" text-anchor="middle" font-family="Rozha One" font-size="38" fill="${c.l}">Co</text>`;
}
