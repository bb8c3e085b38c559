import { createContext } from 'react';

/** True while the next page is loading. */
export const ComingContext = createContext(false);
