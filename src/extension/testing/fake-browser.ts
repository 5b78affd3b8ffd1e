/** An extension's browser in memory. Import it before anything of the extension, which looks for its browser on loading. */
import { fakeBrowser } from 'wxt/testing/fake-browser';

type Listener = (...args: never[]) => unknown;

function makeEvent() {
  const listeners: Listener[] = [];
  return {
    addListener: (listener: Listener) => void listeners.push(listener),
    removeListener: (listener: Listener) => void listeners.splice(listeners.indexOf(listener), 1),
    /** Resolves when every listener has finished. */
    fire: (...args: unknown[]) => Promise.all(listeners.map((listener) => listener(...(args as never[])))),
    clear: () => void listeners.splice(0),
  };
}

export interface FakeTab {
  id: number;
  url: string;
  title: string;
  active: boolean;
  windowId: number;
}

/** What the fake of the library lacks, and what tests look at. */
export const world = {
  menus: [] as { id: string; title: string; contexts: string[] }[],
  menuClicked: makeEvent(),
  commandGiven: makeEvent(),
  omniboxStarted: makeEvent(),
  omniboxEntered: makeEvent(),
  omniboxText: '',
  tabs: [] as FakeTab[],
  opened: [] as string[],
  popupsOpened: 0,
  optionsOpened: 0,
  /** Answers of the injected readers, by file; a promise keeps its reader busy. */
  injected: {} as Record<string, unknown>,
  /** Whether the user grants what is asked. */
  grants: true,
  asked: [] as string[],
  language: 'en',
  /** The windows whose side panel was opened. */
  panels: [] as number[],
};

const additions = {
  i18n: { getUILanguage: () => world.language, getMessage: () => '' },
  contextMenus: {
    create: (item: (typeof world.menus)[number]) => void world.menus.push(item),
    removeAll: async () => void world.menus.splice(0),
    onClicked: world.menuClicked,
  },
  commands: { onCommand: world.commandGiven },
  omnibox: {
    setDefaultSuggestion: ({ description }: { description: string }) => {
      world.omniboxText = description;
    },
    onInputStarted: world.omniboxStarted,
    onInputEntered: world.omniboxEntered,
  },
  permissions: {
    request: async ({ origins }: { origins: string[] }) => {
      world.asked.push(...origins);
      return world.grants;
    },
    remove: async () => true,
  },
  scripting: {
    executeScript: async ({ files }: { files: string[] }) => {
      const file = files[0] ?? '';
      if (!(file in world.injected)) throw new Error('Cannot access contents of the page');
      return [{ result: await world.injected[file] }];
    },
  },
  tabs: {
    query: async () => world.tabs.filter((tab) => tab.active),
    create: async ({ url }: { url: string }) => void world.opened.push(url),
    update: async ({ url }: { url: string }) => void world.opened.push(url),
  },
  windows: { getCurrent: async () => ({ id: 1 }) },
  sidePanel: { open: async ({ windowId }: { windowId: number }) => void world.panels.push(windowId) },
};

const action = Object.assign(fakeBrowser.action, {
  openPopup: async () => {
    world.popupsOpened += 1;
  },
});
const runtime = Object.assign(fakeBrowser.runtime, {
  openOptionsPage: async () => {
    world.optionsOpened += 1;
  },
});
// The library fires only the areas' own event.
const onChanged = fakeBrowser.storage.onChanged;
const browser = { ...fakeBrowser, ...additions, action, runtime, storage: { ...fakeBrowser.storage, onChanged } };
Object.assign(globalThis, { chrome: browser, browser });

export { fakeBrowser };

/** A freshly installed extension. */
export function resetWorld(): void {
  fakeBrowser.reset();
  for (const event of [world.menuClicked, world.commandGiven, world.omniboxStarted, world.omniboxEntered])
    event.clear();
  Object.assign(world, {
    popupsOpened: 0,
    optionsOpened: 0,
    injected: {},
    grants: true,
    language: 'en',
    omniboxText: '',
  });
  for (const list of [world.menus, world.tabs, world.opened, world.asked, world.panels]) list.splice(0);
}
