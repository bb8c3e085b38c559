/** The part of its 400 x 400 box that each drawing fills (or should be seen to fill): x0, y0, x1, y1. */
export const boxes = {
  karela: [22, 24, 390, 392],
  jamun: [84, -8, 316, 382],
  moringa: [70, 0, 330, 392],
  ashwagandha: [84, -8, 318, 400],
  tulsi: [64, 0, 336, 394],
  amla: [30, 0, 378, 366],
  b12: [16, 16, 384, 384],
  neem: [-12, -10, 412, 404],
  shallaki: [-22, -36, 428, 404],
  haritaki: [43, -20, 357, 361],
  bibhitaki: [63, 16, 338, 331],
  gurmar: [105, -10, 303, 449],
  methi: [62, -4, 321, 416],
  triphala: [4, -26, 394, 392],
  madhu: [-44, -20, 426, 402],
};
