// The ingredients: a plant in a beaded disc, square.
import { raster } from './kit/browser.mjs';
import { fit } from './kit/label.mjs';
import { K } from './kit/palette.mjs';
import { arcPoints, dot } from './kit/geom.mjs';

const SIDE = 640;
// Outside the beads the picture is clear: it stands on the page's own ground.
const DISCS = {
  karela: '#EFC56A',
  jamun: '#E8B59C',
  moringa: '#C9D69A',
  ashwagandha: '#E6C795',
  tulsi: '#D9C3DA',
  amla: '#DCE3A2',
  b12: '#F3D9AE',
};
// How much of the disc a drawing may fill: wide ones less, so that nothing touches the rim.
const SHARE = {
  karela: 1.3,
  amla: 1.36,
  jamun: 1.34,
  b12: 1.62,
  tulsi: 1.54,
  moringa: 1.54,
  ashwagandha: 1.56,
};

function medallion(name) {
  const c = SIDE / 2;
  const R = SIDE * 0.405;
  const beads = arcPoints(0, 360, R * 1.12, R * 1.12, 72, [c, c]).slice(0, 72);
  const rays = Array.from(
    { length: 48 },
    (_, i) =>
      `<path d="M0 ${-R * 0.86}L${R * 0.012} ${-R * 0.95}L${-R * 0.012} ${-R * 0.95}Z" fill="${K.madder}" opacity=".5" transform="translate(${c} ${c}) rotate(${i * 7.5})"/>`,
  );
  return (
    `<svg width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<circle cx="${c}" cy="${c}" r="${R}" fill="${DISCS[name]}"/>${rays.join('')}` +
    `<circle cx="${c}" cy="${c}" r="${R}" fill="none" stroke="${K.neelDeep}" stroke-width="6"/>` +
    beads.map(([x, y]) => dot(x, y, 5.2, K.madder)).join('') +
    `${fit(name, c, c, R * SHARE[name], R * SHARE[name] * 1.08)}</svg>`
  );
}

/** The ingredients. */
export const medallions = Object.keys(DISCS).map((name) => ({
  name: `images/ingredients/${name}`,
  source: 'medallions.mjs',
  draw: (browser) => raster(browser, medallion(name), SIDE, SIDE),
  widths: [192, 320],
  quality: { avif: 58, webp: 82 },
}));
