const idOf = (number: string) => `0192f3a0-7c00-7000-8000-0000000000${number}`;

/** The ids of products that the shop's texts mention. SAMPLE, as the products are. */
export const productIds = {
  karela: idOf('01'),
  moringa: idOf('02'),
  ashwagandha: idOf('03'),
  jamun: idOf('04'),
  b12: idOf('05'),
  tulsi: idOf('09'),
  amla: idOf('10'),
};
