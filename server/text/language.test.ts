import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLanguage } from './language.ts';

describe('detectLanguage', () => {
  test.each([
    ['国家统计局今天发布了上半年的数据', 'zh', 'Hans'],
    ['國家統計局今天發布了上半年的數據', 'zh', 'Hant'],
    ['東京株式市場は三日続けて値上がりした', 'ja', 'Jpan'],
    ['経済対策 両党が協議', 'ja', 'Jpan'],
    ['정부는 새로운 정책을 발표했다', 'ko', 'Kore'],
    ['The council will vote on the new budget next week', 'en', 'Latn'],
    ['Der Rat stimmt nächste Woche über den neuen Haushalt ab', 'de', 'Latn'],
    ['Le conseil votera le nouveau budget la semaine prochaine', 'fr', 'Latn'],
    ['El consejo votará el nuevo presupuesto la próxima semana', 'es', 'Latn'],
    ['Pemerintah mengatakan bahwa harga beras akan turun pekan depan', 'id', 'Latn'],
    ['Kerajaan berkata bahawa harga beras akan turun minggu hadapan', 'ms', 'Latn'],
    ['Совет проголосует за новый бюджет на следующей неделе', 'ru', 'Cyrl'],
    ['Рада проголосує за новий бюджет наступного тижня, її рішення', 'uk', 'Cyrl'],
    ['سيصوت المجلس على الميزانية الجديدة الأسبوع المقبل', 'ar', 'Arab'],
    ['شورا هفته آینده درباره بودجه جدید رأی می‌دهد', 'fa', 'Arab'],
    ['परिषद अगले सप्ताह नए बजट पर मतदान करेगी', 'hi', 'Deva'],
    ['สภาจะลงมติเรื่องงบประมาณใหม่สัปดาห์หน้า', 'th', 'Thai'],
    ['Hội đồng sẽ bỏ phiếu về ngân sách mới vào tuần tới', 'vi', 'Latn'],
  ])('%s is %s', (text, language, script) => {
    expect(detectLanguage(text)).toMatchObject({ language, script });
  });

  test('a product name in Latin letters does not outvote the Chinese around it', () => {
    expect(detectLanguage('苹果发布iPhone 17 Pro Max').language).toBe('zh');
  });

  test('one decorative の does not make a Chinese headline Japanese', () => {
    expect(detectLanguage('优の良品门店将在全国扩张，创始人谈发展计划').language).toBe('zh');
  });

  test('Han without kana is Japanese where the source is Japanese', () => {
    expect(detectLanguage('首相会談 東京都知事').language).toBe('zh');
    expect(detectLanguage('首相会談 東京都知事', { language: 'ja' }).language).toBe('ja');
  });

  test('the source decides the script only where the text says nothing', () => {
    expect(detectLanguage('北京', { language: 'zh-TW' }).script).toBe('Hant');
    expect(detectLanguage('北京的国家队', { language: 'zh-TW' }).script).toBe('Hans');
  });

  test('a text without letters has no language', () => {
    expect(detectLanguage('2026 — 100 %')).toEqual({ language: 'und', confidence: 0 });
  });

  test('a source in a language that the model lacks is believed', () => {
    expect(detectLanguage('Serikali imetangaza bajeti mpya ya mwaka', { language: 'sw' }).language).toBe('sw');
  });

  test('whatever the text, the answer is a tag and a confidence from 0 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { language, confidence } = detectLanguage(text);
        expect(language).toMatch(/^[a-z]{2,3}$/);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});
