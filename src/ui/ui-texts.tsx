/** The few words our controls say themselves. The program that mounts them passes them in its reader's language. */
import { createContext, type ReactNode, useContext } from 'react';

export interface UiTexts {
  language: string;
  close: string;
  cancel: string;
  loading: string;
  justNow: string;
}

const UiTextsContext = createContext<UiTexts>({
  language: 'en',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading',
  justNow: 'just now',
});

export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

export function useUiTexts(): UiTexts {
  return useContext(UiTextsContext);
}
