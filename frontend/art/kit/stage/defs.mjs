// Filters and gradients of the painted scenes: paper, weave, brass, light.

const turbulence = (id, frequency, octaves, seed, matrix) =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%">` +
  `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>` +
  `<feColorMatrix values="${matrix}"/></filter>`;

const stops = (list) =>
  list
    .map(([offset, colour, opacity = 1]) => {
      const faint = opacity === 1 ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${faint}/>`;
    })
    .join('');

const linear = (id, direction, list) =>
  `<linearGradient id="${id}" ${direction}>${stops(list)}</linearGradient>`;

/** Everything a scene refers to by name. */
export const sceneDefs =
  turbulence('grain', '.82', 2, 4, '0 0 0 0 .22  0 0 0 0 .14  0 0 0 0 .06  0 0 0 1.1 -.52') +
  turbulence('fibre', '.012 .35', 3, 9, '0 0 0 0 1  0 0 0 0 .95  0 0 0 0 .85  0 0 0 .9 -.42') +
  turbulence('weave', '.9 .08', 2, 2, '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .8 -.34') +
  // The edge of a hand-printed block wanders by a pixel or two.
  '<filter id="rough"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="2" seed="5" result="n"/>' +
  '<feDisplacementMap in="SourceGraphic" in2="n" scale="2.1"/></filter>' +
  '<filter id="soft"><feGaussianBlur stdDeviation="26"/></filter>' +
  '<filter id="soft2"><feGaussianBlur stdDeviation="9"/></filter>' +
  linear('wl', 'x1="0" y1="0" x2="1" y2="1"', [
    [0, '#fff', 0.2],
    [0.5, '#fff', 0],
    [1, '#7A2E06', 0.28],
  ]) +
  linear('cl', 'x1="0" y1="0" x2="0" y2="1"', [
    [0, '#000', 0.36],
    [0.22, '#000', 0.05],
    [1, '#000', 0.16],
  ]) +
  `<radialGradient id="ng" cx=".5" cy=".55" r=".6">${stops([
    [0, '#FFFFFF'],
    [0.6, '#FFF3DC'],
    [1, '#E3B06A'],
  ])}</radialGradient>` +
  linear('brass', 'x1="0" x2="1"', [
    [0, '#A8711F'],
    [0.22, '#F7DE9A'],
    [0.45, '#C8922F'],
    [0.72, '#F1CF7C'],
    [1, '#8F5C17'],
  ]) +
  linear('brass2', 'x1="0" x2="1" y1=".2" y2=".8"', [
    [0, '#8F5F1C'],
    [0.4, '#D9A544'],
    [1, '#9A681F'],
  ]);
