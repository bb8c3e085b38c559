/** Whom parcels are handed to mostly; another one is typed. */
export const CARRIERS: readonly string[] = ['India Post', 'Delhivery', 'DTDC', 'Blue Dart', 'Ekart'];
