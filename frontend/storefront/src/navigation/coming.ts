import { createContext } from 'react';

/** Whether a page that was asked for is still on its way. */
export const ComingContext = createContext(false);
