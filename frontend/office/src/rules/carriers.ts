/** The carriers to choose from. Staff can also type another one. */
export const CARRIERS: readonly string[] = ['India Post', 'Delhivery', 'DTDC', 'Blue Dart', 'Ekart'];
