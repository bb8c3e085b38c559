import { useState } from 'react';
import { randomId } from 'shared/rules/random_id';
import { useUnsaved } from '../ui/unsaved';
import { type Draft, keepDraft, readDraft } from './drafts';
import { useMe } from './use_me';

/**
 * A draft of whoever is signed in, by a name such as `answer t-1`: nobody finds a colleague's. The name stays the same as long as
 * the component does.
 */
export function useDraft(name: string) {
  const key = `${useMe()?.staffId} ${name}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  useUnsaved(draft.text !== '', true);

  function write(next: Draft) {
    keepDraft(key, next);
    setDraft(next);
  }

  return {
    ...draft,
    /** The same draft with another text. */
    setText: (text: string) => write({ ...draft, text }),
    /** It was sent: the next one is another. */
    done: () => write({ id: randomId(), text: '' }),
    /** A text that shall be sent as another one: under the id something may have come with other words. */
    rewrite: (text: string) => write({ id: randomId(), text }),
  };
}
