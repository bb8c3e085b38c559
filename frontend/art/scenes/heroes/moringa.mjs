import { G } from '../../kit/geom.mjs';
import { rosette } from '../../kit/print.mjs';
import { scalloped, sun } from '../arches.mjs';
import { leheriya } from '../cloths.mjs';
import { drumstick, rooted } from '../produce.mjs';
import { heap, pouch } from '../sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { bowl } from '../vessels.mjs';

const c = {
  wall: '#24365F',
  wallInk: '#5B74AE',
  cloth: '#F4E7CB',
  trim: '#E4A524',
  trim2: '#24427E',
  panel: '#A5301F',
  navy: '#1C2B4F',
  madder: '#A5301F',
  cream: '#FBF0D8',
  sun: '#E9A820',
};

/** The sun behind the tree that grows everywhere: rays that die away before the text, a cream disc with a printed rim. */
function sunrise({ cx, cy, r, reach, fade }) {
  const flower = rosette(r * 0.062, c.sun, c.madder, c.navy, 8);
  const rim = Array.from({ length: 40 }, (_, i) => G(flower, `rotate(${i * 9}) translate(0 ${-r * 0.9})`)).join('');
  return (
    `<linearGradient id="fade" gradientUnits="userSpaceOnUse" ${fade}><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><mask id="rays"><rect x="-20" y="-60" width="1700" height="1100" fill="url(#fade)"/></mask>` +
    G(
      sun({ cx, cy, r, reach, colour: c.sun, rays: 40, width: 0.042, from: 0 }),
      '',
      ' mask="url(#rays)" opacity=".92"',
    ) +
    G(
      `<g filter="url(#soft9)" opacity=".4" transform="translate(8 10)">${scalloped(r * 1.06, 40, 0.04, '#0A1228')}</g>` +
        scalloped(r * 1.06, 40, 0.04, c.madder) +
        scalloped(r * 1.035, 40, 0.04, c.sun) +
        `<circle r="${r * 0.985}" fill="${c.navy}"/>${rim}<circle r="${r * 0.82}" fill="${c.sun}"/><circle r="${r * 0.8}" fill="${c.madder}"/><circle r="${r * 0.785}" fill="${c.cream}"/><circle r="${r * 0.785}" fill="url(#hollow)" style="mix-blend-mode:multiply"/>`,
      `translate(${cx} ${cy})`,
      ' filter="url(#rough)"',
    )
  );
}

function scene({ w, h, floor, disc, wreath, things }) {
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk, opacity: 0.2 }),
      G(sunrise(disc) + wreath.map((s) => hung(s, 12, 14, 0.34)).join(''), '', ' clip-path="url(#wall)"'),
      windowLight({ w, floor, strength: 0.15, dusk: 0.4 }),
      fibres(w, floor, 0.05),
      leheriya({ w, h, floor, c }),
      ...things,
    ],
  });
}

const green = (art, x, y, r) =>
  bowl(x, y, r, heap(art('heap-moringa'), 0, r * 0.2, r * 1.72), {
    band: rosette(r * 0.1, '#7A4B14', '#FBE6A6', '#7A4B14', 6),
  });

const pods = (x, y, k) =>
  G(
    `<ellipse cx="150" cy="34" rx="190" ry="20" fill="#1d0d03" opacity=".5" filter="url(#soft9)"/>` +
      drumstick([[-20, 26], [90, 8], [210, 10], [330, 34]], 20) +
      drumstick([[-34, 44], [80, 34], [190, 30], [306, 6]], 19) +
      drumstick([[0, 6], [100, 26], [200, 44], [318, 50]], 19),
    `translate(${x} ${y}) scale(${k})`,
  );

/** Branches fanned out behind the pack, both sides alike. */
const fan = (cx, foot, k, turns) =>
  turns.flatMap((turn) => [rooted('moringa', cx - 30, foot, k, -turn), rooted('moringa', cx + 30, foot, k, turn, -1)]);

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 560,
    disc: { cx: 1150, cy: 348, r: 292, reach: 1000, fade: 'x1="650" y1="0" x2="930" y2="0"' },
    wreath: fan(1150, 560, 1.12, [62, 33]),
    things: [
      pouch(art('pouch-moringa'), 1150, 596, 452, '16px 6px 16px rgba(20,10,4,.5)'),
      pods(716, 602, 0.92),
      green(art, 1424, 642, 92),
    ],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 852,
    disc: { cx: 390, cy: 646, r: 276, reach: 900, fade: 'x1="0" y1="300" x2="0" y2="450"' },
    wreath: fan(390, 850, 0.98, [58, 30]),
    things: [
      pouch(art('pouch-moringa'), 390, 894, 440, '16px 6px 16px rgba(20,10,4,.5)'),
      pods(34, 906, 0.66),
      green(art, 640, 944, 88),
    ],
  });
