/** As browserslist asks for them. */
export const browsers: string[];
/** Whose style sheets the builds write. */
export const target: string[];
