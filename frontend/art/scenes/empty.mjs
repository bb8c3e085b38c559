// The empty cart: a brass plate with nothing on it but a leaf.
import { leaf } from '../kit/botany.mjs';
import { G } from '../kit/geom.mjs';
import { plantColours } from '../kit/palette.mjs';
import { bare } from './stage.mjs';
import { thali } from './thali.mjs';

const tulsi = (L, turn, x, y, seed) => {
  const drawn = leaf(plantColours.tulsi, { L, W: L * 0.54, serr: 9, veins: 6, hatch: 2, bend: 0.1, seed });
  // Lying on the plate: seen from aslant, so pressed flat.
  return G(
    G(drawn, 'translate(7 12)', ' style="filter:brightness(0) blur(5px)" opacity=".38"') + drawn,
    `translate(${x} ${y}) scale(1 .62) rotate(${turn})`,
  );
};

export const empty = () =>
  bare({ w: 720, h: 480, layers: [thali(336, 226, 288, tulsi(158, 62, -56, 14, 3) + tulsi(112, 118, -52, 12, 8))] });
