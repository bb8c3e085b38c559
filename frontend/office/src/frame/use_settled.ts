import { useEffect, useState } from 'react';

/** As long as between two letters of somebody who types. */
const PAUSE_MS = 200;

/** A text once nobody has changed it for a moment: not every letter is a question to the office. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
