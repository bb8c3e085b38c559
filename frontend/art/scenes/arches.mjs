import { G, P, poly } from '../kit/geom.mjs';
import { along, archPoints, rosette } from '../kit/print.mjs';

/** Mughal arch of many foils, as in the packs' labels. Every outline starts at the left foot; apex at y = 0. */
export const foiled = (w, h, { foils = 4, rise = 0.44 } = {}) => archPoints(w, h, { foils, rise });

/** Pointed onion arch: two long curves that turn outwards just below the tip. */
export function ogee(w, h, { rise = 0.72 } = {}) {
  const r = w / 2;
  const spring = w * rise;
  const side = (t) => {
    // Quarter circle that bends back into a tip over the last third.
    const a = (t * Math.PI) / 2;
    const tip = Math.max(0, (t - 0.62) / 0.38);
    return [-r * Math.cos(a) * (1 - 0.05 * tip), spring * (1 - 0.8 * Math.sin(a) ** 0.95 - 0.2 * tip ** 2.2)];
  };
  const left = Array.from({ length: 41 }, (_, i) => side(i / 40));
  return [[-r, h], ...left, ...left .slice(0, -1) .map(([x, y]) => [-x, y]) .reverse(), [r, h]];
}

/** Open path of points, for stroking. */
const open = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/**
 * An arched niche with a block-printed surround of constant width.
 * `outline` is one of the functions above; `inside` is drawn within the niche.
 */
export function niche({
  outline,
  options,
  cx,
  top,
  w,
  h,
  band,
  colours,
  inside = '',
  motif,
  id = 'niche',
  hollow = true,
}) {
  const inner = outline(w, h, options);
  const spine = outline(w + band, h + band * 0.5, options);
  const at = `translate(${cx} ${top})`;
  const spineAt = `translate(${cx} ${top - band * 0.48})`;
  const line = (colour, width, more = '') =>
    `<path d="${open(spine)}" transform="${spineAt}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${more}/>`;
  const flower = motif ?? rosette(band * 0.27, colours.trim, colours.trim2, colours.band, 8);
  const flowers = along(spine, band * 0.66).map(([x, y]) =>
    G(flower, `translate(${(cx + x).toFixed(1)} ${(top - band * 0.48 + y).toFixed(1)})`),
  );
  const fill = `<path d="${poly(inner)}" transform="${at}"`;
  return (
    `<clipPath id="${id}">${fill}/></clipPath><g clip-path="url(#wall)">` +
    G(line('#2A1204', band), 'translate(10 12)', ' filter="url(#soft9)" opacity=".35"') +
    G(
      line(colours.trim2, band) + line(colours.trim, band * 0.84) + line(colours.band, band * 0.74) + flowers.join(''),
      '',
      ' filter="url(#rough)"',
    ) +
    // The colour lies inside the clipped group, else the multiplied light has nothing to darken.
    `<g clip-path="url(#${id})">${fill} fill="${colours.niche}"/>${inside}` +
    (hollow
      ? `<path d="M${cx - w / 2 - 9} ${top - 90}h${w + 18}v${h + 99}h${-w - 18}Z" fill="url(#hollow)" style="mix-blend-mode:multiply"/>`
      : '') +
    `${fill} fill="none" stroke="#3A1A0A" stroke-opacity=".55" stroke-width="30" filter="url(#soft9)"/></g></g>`
  );
}

/** Sun of the lithographs: a disc, and rays of two lengths that widen outwards; `from` is where they begin, in radii. */
export function sun({ cx, cy, r, reach, colour, rays = 60, width = 0.0132, from = 1.07 }) {
  const ray = (i) => {
    const far = i % 2 ? reach : reach * 0.92;
    return `<path d="M0 ${-r * from}L${far * width} ${-far}L${-far * width} ${-far}Z" transform="translate(${cx} ${cy}) rotate(${(i * 360) / rays})"/>`;
  };
  return G(
    `<circle cx="${cx}" cy="${cy}" r="${r}"/>` + Array.from({ length: rays }, (_, i) => ray(i)).join(''),
    '',
    ` fill="${colour}"`,
  );
}

/** Filled scalloped disc. */
export function scalloped(r, n, depth, fill) {
  const points = Array.from({ length: n * 16 }, (_, i) => {
    const a = (i / (n * 16)) * 2 * Math.PI;
    const q = r * (1 - depth + depth * Math.abs(Math.sin((a * n) / 2)));
    return [q * Math.cos(a), q * Math.sin(a)];
  });
  return P(poly(points), fill);
}
