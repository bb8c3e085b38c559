/** Since when all four policies hold. */
export const effectiveDate = 'May 24, 2025';
