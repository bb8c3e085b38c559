/** The disclaimer in every footer and on product pages. It is too long for a first visit to wait for. */
export const disclaimerWords = {
  food: 'Food product. Not for medicinal use. Not intended to diagnose, treat, cure or prevent any disease. If you are pregnant, nursing, taking medicine (especially for sugar or blood pressure) or under a doctor’s care, ask your doctor first.',
  foodLicence: (number: string) => `FSSAI Lic. No. ${number}`,
};
