/** The labels of the quantity controls. */
export const quantityWords = {
  decrease: (label: string) => `Decrease quantity of ${label}`,
  increase: (label: string) => `Increase quantity of ${label}`,
  group: (label: string) => `Quantity of ${label}`,
};
