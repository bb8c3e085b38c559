/** The date since which the four policies apply. */
export const effectiveDate = 'May 24, 2025';
