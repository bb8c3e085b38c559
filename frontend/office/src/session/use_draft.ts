import { useState } from 'react';
import { randomId } from 'shared/rules/random_id';
import { useUnsaved } from '../ui/unsaved';
import { type Draft, keepDraft, readDraft } from './drafts';
import { useMe } from './use_me';

/**
 * A draft of the signed-in staff member, by a name such as `answer t-1`. Colleagues have their own. The name must not change while the
 * component is mounted.
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
    /** Changes the text. */
    setText: (text: string) => write({ ...draft, text }),
    /** Starts a new draft after this one was sent. */
    done: () => write({ id: randomId(), text: '' }),
    /** Changes the text under a new id, because another text may already be stored under the old one. */
    rewrite: (text: string) => write({ id: randomId(), text }),
  };
}
