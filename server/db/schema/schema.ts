import type { LoginFailureTable, MemberTable, OneTimeCodeTable, SessionTable } from './accounts.ts';
import type { HotBoardTable, HotHourTable, HotTermTable } from './analysis.ts';
import type {
  ArticleBandsTable,
  ArticleClusterTable,
  ArticleGroupTable,
  ArticleTable,
  ArticleTermsTable,
  ArticleTombstoneTable,
} from './articles.ts';
import type { CollectItemTable } from './collections.ts';
import type {
  DigestStoryTable,
  InboxTable,
  NoticeCountTable,
  NoticeFeedTable,
  NoticeTable,
  PushDeviceTable,
  ReadSpanTable,
  WebhookTable,
} from './notices.ts';
import type { OutboxTable, SettingTable } from './outbox.ts';
import type { HubSubscriptionTable, SourceAddressTable, SourceFetchTable, SourceTable } from './sources.ts';
import type {
  KeywordHitTable,
  KeywordStoryTable,
  KeywordSubscriptionTable,
  WebsiteImportLineTable,
  WebsiteImportTable,
  WebsiteSubscriptionTable,
} from './subscriptions.ts';

export interface Schema {
  member: MemberTable;
  session: SessionTable;
  one_time_code: OneTimeCodeTable;
  login_failure: LoginFailureTable;
  source: SourceTable;
  source_fetch: SourceFetchTable;
  source_address: SourceAddressTable;
  hub_subscription: HubSubscriptionTable;
  article: ArticleTable;
  article_bands: ArticleBandsTable;
  article_group: ArticleGroupTable;
  article_cluster: ArticleClusterTable;
  article_terms: ArticleTermsTable;
  article_tombstone: ArticleTombstoneTable;
  hot_hour: HotHourTable;
  hot_term: HotTermTable;
  hot_board: HotBoardTable;
  keyword_subscription: KeywordSubscriptionTable;
  keyword_hit: KeywordHitTable;
  keyword_story: KeywordStoryTable;
  website_subscription: WebsiteSubscriptionTable;
  website_import: WebsiteImportTable;
  website_import_line: WebsiteImportLineTable;
  notice: NoticeTable;
  digest_story: DigestStoryTable;
  notice_feed: NoticeFeedTable;
  push_device: PushDeviceTable;
  webhook: WebhookTable;
  inbox: InboxTable;
  notice_count: NoticeCountTable;
  read_span: ReadSpanTable;
  collect_item: CollectItemTable;
  outbox: OutboxTable;
  setting: SettingTable;
}
