/** Addresses of dashboard screens, for a server's origin. */
export function articleLink(server: string, articleId: number): string {
  return `${server}/#/news/${articleId}`;
}

export function noticesLink(server: string): string {
  return `${server}/#/user/notice`;
}

export function registerLink(server: string): string {
  return `${server}/#/register`;
}

export function forgotPasswordLink(server: string): string {
  return `${server}/#/forgot-password`;
}

export function homeLink(server: string): string {
  return `${server}/#/home`;
}

export function keywordsLink(server: string): string {
  return `${server}/#/user/keyword`;
}

export function collectionLink(server: string): string {
  return `${server}/#/user/collect`;
}

export function searchLink(server: string, words: string): string {
  return `${server}/#/search?q=${encodeURIComponent(asRouterText(words))}`;
}

/** The dashboard's router reads what looks like JSON as JSON; a number to look for must stay a text. */
function asRouterText(text: string): string {
  try {
    JSON.parse(text);
    return JSON.stringify(text);
  } catch {
    return text;
  }
}

/** Where a notice leads: its article, else its own link if that is a web address or a place in the dashboard. */
export function noticeLink(server: string, { articleId, url }: { articleId: number | null; url: string }): string {
  if (articleId !== null) return articleLink(server, articleId);
  if (/^https?:\/\//i.test(url)) return url;
  if (/^(?:\/?#)?\/(?!\/)/.test(url)) return `${server}/#/${url.replace(/^(?:\/?#)?\//, '')}`;
  return noticesLink(server);
}
