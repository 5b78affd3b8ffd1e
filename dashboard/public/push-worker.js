// Shows what the server pushes while the dashboard is closed, and opens the place it is about. It keeps and fetches nothing.
self.addEventListener('push', (event) => {
  const { id, title, body, language, url } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang: language,
      icon: '/icon.svg',
      tag: `notice-${id}`,
      data: { url },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data.url, self.location.origin)));
});
