import type { LanguageTexts } from '../language-texts.ts';

export const german: LanguageTexts = {
  locale: 'de-DE',
  direction: 'ltr',
  labels: {
    home: 'Startseite',
    latest: 'Aktuelle Meldungen',
    related: 'Mehr zum Thema',
    about: 'Über uns',
    feed: 'Nachrichten-Feed',
    published: 'Veröffentlicht',
    desk: 'Redaktion',
    demoNotice:
      'Diese Meldung ist erfunden und stammt aus der Demo-Redaktion von Tidings. Personen, Orte, Firmen und Ereignisse gibt es nicht.',
    wire: 'Meridian-Dienst',
    wireCredit: ' ({wire})',
    dateline: '{city} ({wire}) – ',
    sections: { economy: 'Wirtschaft', city: 'Städte', science: 'Wissen', culture: 'Kultur', sport: 'Sport' },
  },
  names: {
    shared: {
      cities: ['Velmaro', 'Korindo', 'Sennavi', 'Tallome', 'Brelomi', 'Pellaru', 'Dunkeri', 'Zameku'],
      women: ['Lira Temano', 'Mirela Koste', 'Sana Belloru', 'Tiena Varo', 'Joska Lindeno', 'Noemi Draskove'],
      men: ['Davor Simelo', 'Ruben Okasi', 'Teodor Malve', 'Kasper Nuvolo', 'Emil Tarrande', 'Pavel Oriso'],
      companies: ['Solvanto', 'Keplano', 'Nexoru', 'Marivo', 'Tundero', 'Belkasu'],
      films: ['Die Salzlaterne', 'Neun Fähren nach Norden', 'Ein Winter der Schwalben'],
    },
    local: {
      cities: ['Hafenbrück', 'Moorkamp', 'Steinwalde', 'Grünhorst am Meer', 'Altenfurth-Nord'],
      women: ['Wiebke Sandhagen', 'Leonie Faltenbruch', 'Ayla Moorwinkel'],
      men: ['Hinnerk Voswede', 'Jonas Grauwald', 'Benno Tiefensee'],
      companies: ['Moorwerk', 'Hafenbrücker Gruppe', 'Steinwald', 'Grauwald & Horst'],
      films: ['Der Deichschreiber', 'Letzte Bahn nach Moorkamp', 'Oktoberlicht'],
    },
  },
  money: (millions, pool) => `${millions} Millionen ${pool === 'shared' ? 'Kronen' : 'Euro'}`,
  closings: [
    'Wir berichten in der Abendausgabe weiter.',
    'In den nächsten Tagen werden weitere Angaben erwartet.',
    'Bilder und Hintergründe stehen in der Wochenendausgabe.',
    'Unsere Reporter sind weiter vor Ort.',
    'Fragen der Leser beantwortet die Redaktion bis Freitag.',
  ],
  stories: {
    harbour: {
      headlines: [
        '{city} genehmigt Hafenausbau für {money}',
        'Hafenausbau in {city} bringt {hundreds} Arbeitsplätze',
        '{company} erhält Zuschlag für Hafen von {city}',
      ],
      leads: [
        'Der Rat von {city} hat den lange umstrittenen Ausbau des Hafens genehmigt. Die Arbeiten kosten {money} und sollen {year} abgeschlossen sein.',
        'Nach zwei Jahren Anhörung bekommt {city} einen größeren Hafen: Die Behörden gaben am Donnerstag grünes Licht für ein Vorhaben von {money}.',
      ],
      body: [
        'Geplant sind ein Tiefwasserkai und {tens} Hektar Lagerfläche. Danach kann der Hafen jeden Monat {thousands} Container mehr umschlagen.',
        '„Die Schiffe werden länger, unsere Kais nicht“, sagte {woman}, Leiterin der Hafenbehörde. Der Güterverkehr sei in einem Jahr um {percent} Prozent gewachsen.',
        'Das Bauunternehmen {company} übernimmt das Ausbaggern und die Kaimauern. Nach eigenen Angaben entstehen dabei {hundreds} feste Stellen.',
        'Fischer befürchten, dass die Bagger die Laichgründe in der Bucht stören. Die Behörde will im Frühjahr pausieren und jede Woche Wasserproben veröffentlichen.',
        'Eine neue Güterbahn soll Lastwagen von der Küstenstraße holen, auf der sich der Verkehr vor dem Hafentor täglich staut.',
      ],
    },
    cars: {
      headlines: [
        'Förderung für Elektroautos bis {year} verlängert',
        'Regierung gibt {money} für Elektroautos',
        '{company} begrüßt neue Förderung für Elektroautos',
      ],
      leads: [
        'Wer ein Elektroauto kauft, bekommt bis {year} weiter einen Zuschuss. Die Regierung stellt dafür {money} bereit.',
        'Die Förderung für Elektroautos wird verlängert: Das Kabinett einigte sich auf {money}, mit denen auch Ladesäulen bezahlt werden.',
      ],
      body: [
        'Der Absatz von Elektroautos stieg im letzten Quartal um {percent} Prozent. Gefragt sind den Händlern zufolge vor allem kleine Familienwagen.',
        'Verkehrsministerin {woman} sprach von {thousands} Anträgen seit dem Frühjahr. „Die Leute steigen um, wenn der Preis stimmt“, sagte sie.',
        'Weitere {hundreds} Ladestationen sollen entstehen, die meisten an Bundesstraßen und in kleinen Orten rund um {city}.',
        'Der Hersteller {company} kündigte an, den Preis seines günstigsten Modells zu senken. Es wird im Werk {city} gebaut.',
        'Verbraucherschützer warnen, der Zuschuss dürfe nicht auf die Listenpreise aufgeschlagen werden, und fordern eine Prüfung alle sechs Monate.',
      ],
    },
    chips: {
      headlines: [
        'Chip-Exporte steigen um {percent} Prozent',
        '{company} baut neues Chipwerk in {city}',
        'Halbleiter: Ausfuhren erreichen {money}',
      ],
      leads: [
        'Die Ausfuhr von Halbleitern ist im vergangenen Monat um {percent} Prozent auf {money} gestiegen. Das teilte der Zoll mit.',
        'Die Nachfrage nach Speicherchips und Sensoren hat die Ausfuhr von Halbleitern auf {money} getrieben, {percent} Prozent mehr als vor einem Jahr.',
      ],
      body: [
        'Der Hersteller {company} bestätigte, dass er in {city} ein weiteres Werk baut. Die Produktion beginnt {year} und beschäftigt {hundreds} Menschen.',
        'Chips machen inzwischen {tens} Prozent der Ausfuhren der Elektronikindustrie aus. Aufträge aus Rechenzentren wachsen schneller als die der Handyhersteller.',
        '„Die Auftragsbücher sind bis ins nächste Jahr voll“, sagte {woman}, die den Branchenverband leitet. Es fehle nicht an Maschinen, sondern an Fachkräften.',
        'Analyst {man} warnt vor zu viel Zuversicht: Neue Ausfuhrlizenzen könnten Lieferungen verzögern, und manche Lager seien voller, als es scheine.',
        'Hochschulen in der Region richten mit Geld der Branche neue Studiengänge für Chipentwurf ein.',
      ],
    },
    football: {
      headlines: [
        '{city} schlägt {city2} {goals}:{goalsAgainst} und steht im Pokalfinale',
        '{man} schießt {city} ins Pokalfinale',
        'Fußballpokal: {city} wirft {city2} aus dem Wettbewerb',
      ],
      leads: [
        '{city} steht im Finale des Fußballpokals. Vor {thousands} Zuschauern gewann die Mannschaft am Mittwochabend {goals}:{goalsAgainst} gegen {city2}.',
        'Ein Tor in der {tens}. Minute ebnete den Weg: {city} besiegte {city2} im Halbfinale des Fußballpokals {goals}:{goalsAgainst}.',
      ],
      body: [
        'Stürmer {man} traf in der {tens}. Minute nach einer flachen Hereingabe von links. Es war sein fünftes Tor in diesem Wettbewerb.',
        '{city2} hatte nach der Pause mehr vom Spiel, fand aber keine Lücke in der geduldigen Abwehr. Zwei späte Ecken brachten nichts ein.',
        '„Wir sind bis zum Schluss füreinander gelaufen“, sagte Trainerin {woman}. Ihre Mannschaft ist zu Hause seit dem Herbst ungeschlagen.',
        'Das Finale wird am kommenden Samstag um {hour} Uhr angepfiffen. Karten gibt es ab Montag; der Verein bittet, nicht über Nacht anzustehen.',
        'Die Gästefans blieben noch lange nach dem Schlusspfiff im Block und bekamen Beifall vom Heimpublikum.',
      ],
    },
    comet: {
      headlines: [
        'Neuer Komet ab {hour} Uhr mit bloßem Auge zu sehen',
        'Astronomen in {city} entdecken hellen Kometen',
        'Komet kehrt erst in {thousands} Jahren zurück',
      ],
      leads: [
        'Ein neu entdeckter Komet ist in dieser Woche mit bloßem Auge zu sehen. Er steht ab etwa {hour} Uhr tief im Westen, teilt die Sternwarte in {city} mit.',
        'An der Sternwarte von {city} ist ein Komet entdeckt worden, der von Tag zu Tag heller wird. Er zieht in {tens} Millionen Kilometern Entfernung an der Erde vorbei.',
      ],
      body: [
        'Gefunden hat ihn {woman}, die eigentlich nach Asteroiden suchte. „Ich habe die Bilder dreimal geprüft, bevor ich jemanden anrief“, erzählt die Astronomin.',
        'Auch am nächsten Punkt bleiben {tens} Millionen Kilometer Abstand. Für die Erde besteht keine Gefahr.',
        'Für einen Umlauf um die Sonne braucht er den Berechnungen nach rund {thousands} Jahre. Von seinem letzten Besuch gibt es keine Aufzeichnung.',
        'Am Freitag öffnet die Sternwarte ihre Kuppel. {hundreds} Menschen haben sich schon angemeldet, ein zweiter Abend ist geplant.',
        'Für den Schweif genügt ein Fernglas. Fachleute raten zu einem dunklen Ort mit freiem Blick nach Westen.',
      ],
    },
    rice: {
      headlines: [
        'Reis um {percent} Prozent teurer',
        'Staat verkauft {thousands} Tonnen Reis aus der Reserve',
        'Reispreis in {city} steigt weiter',
      ],
      leads: [
        'Der Großhandelspreis für Reis ist binnen eines Monats um {percent} Prozent gestiegen. Händler auf dem Zentralmarkt in {city} sprechen vom knappsten Angebot seit Jahren.',
        'Um den Markt zu beruhigen, verkauft der Staat {thousands} Tonnen Reis aus der Reserve. In {city} war der Preis in einem Monat um {percent} Prozent gestiegen.',
      ],
      body: [
        'Ein trockenes Frühjahr und später Regen haben die Ernte geschmälert. Die Vorräte der Großhändler reichen laut Ministerium für etwa {tens} Tage.',
        '„Bei den Bauern kommt davon wenig an“, sagte {woman}, Vorsitzende des Anbauerverbands. Dünger und Diesel seien ebenfalls teurer geworden.',
        'Lebensmittel kosteten zuletzt {percent2} Prozent mehr als im Vorjahr. Bis zur neuen Ernte dürfte Reis die Teuerung weiter treiben.',
        'Mehrere Supermärkte geben nur zwei Beutel je Kunde ab. Schulküchen kochen an zwei Tagen in der Woche Nudeln.',
        'Speiseöl und Nudeln blieben im Preis stabil, und laut Importeuren sind Schiffe mit Reis schon unterwegs.',
      ],
    },
    metro: {
      headlines: [
        '{city} eröffnet neue U-Bahn-Linie',
        'Neue U-Bahn in {city} für {thousands} Fahrgäste am Tag',
        'U-Bahn {city}: {tens} Kilometer mehr bis {year}',
      ],
      leads: [
        'Um {hour} Uhr fuhr der erste Zug: {city} hat eine neue U-Bahn-Linie zwischen der Altstadt und den nördlichen Vororten eröffnet.',
        'Die neue U-Bahn-Linie in {city} ist in Betrieb. Auf {tens} Kilometern rechnet der Betreiber mit {thousands} Fahrgästen am Tag.',
      ],
      body: [
        'Der Bau kostete {money}, etwas mehr als geplant. Grundwasser unter der Altstadt hatte die Bohrmaschinen monatelang aufgehalten.',
        '„Diese Linie schenkt vielen eine Stunde am Tag“, sagte Bürgermeisterin {woman} im ersten Zug. Alle Stationen haben Aufzüge.',
        'Die Züge von {company} fahren ohne Fahrer, werktags alle vier Minuten.',
        'Ein zweiter Abschnitt soll bis {year} folgen. Die Strecke an der Uniklinik ist noch offen.',
        'Ladenbesitzer, die jahrelang hinter Bauzäunen lebten, bekommen Hilfe aus einem Fonds der Stadt.',
      ],
    },
    museum: {
      headlines: [
        'Neues Museum in {city} eröffnet',
        'Museum in {city} zeigt {hundreds} Stücke, viele erstmals',
        'Meeresmuseum in {city} nach Bau für {money} offen',
      ],
      leads: [
        'Nach fünf Jahren Bauzeit hat das neue Museum in {city} geöffnet. Es zeigt {hundreds} Stücke, viele davon zum ersten Mal.',
        '{city} hat ein neues Wahrzeichen: Am Sonntag wurde das Museum am Wasser eröffnet. Der Bau kostete {money}.',
      ],
      body: [
        'Direktorin {woman} wünscht sich ein Haus für alle. Am ersten Sonntag im Monat ist der Eintritt frei, die Texte sind kurz.',
        'Entworfen hat den Bau der Architekt {man}. Tageslicht fällt nur durch das Dach, um alte Karten und Stoffe zu schützen.',
        'Rund {tens} Prozent der Sammlung sind Funde aus der Gegend. Das älteste Stück ist ein Netzgewicht aus Stein.',
        'Im ersten Jahr werden {thousands} Gäste erwartet. Für das Eröffnungswochenende war nach einem Tag alles ausgebucht.',
        'In einer Werkstatt kann man beim Restaurieren zusehen, und Kinder bauen ein eigenes Schiffsmodell.',
      ],
    },
    vaccine: {
      headlines: [
        'Impfstoff von {company} schützt {share} Prozent',
        'Neuer Impfstoff: letzte Studie mit {thousands} Freiwilligen',
        'Impfstoff gegen Lungenfieber überzeugt in Studie',
      ],
      leads: [
        'Ein neuer Impfstoff gegen Lungenfieber hat in einer großen Studie {share} Prozent der Geimpften geschützt. Der Hersteller {company} legte die Zahlen am Dienstag vor.',
        'Die Impfstoffstudie der Firma {company} geht in die letzte Phase. {thousands} Freiwillige machen mit, erste Ergebnisse sind vielversprechend.',
      ],
      body: [
        'Die Studie lief an {tens} Kliniken. Die Hälfte erhielt ein Scheinmedikament; weder die Freiwilligen noch ihre Ärzte wussten davon.',
        'Nebenwirkungen waren meist leicht: {percent} Prozent der Geimpften hatten Fieber, nie länger als einen Tag.',
        '„Das Ergebnis ist klar, aber wir müssen wissen, wie lange der Schutz hält“, sagte {woman}, die die Studie an der Uniklinik {city} leitet.',
        'Die Behörde will die Daten zügig prüfen. Eine Zulassung ist {year} möglich.',
        'Wichtig ist, ob die Dosen in gewöhnlichen Kühlschränken lagern können. Das würde die Versorgung auf dem Land erleichtern.',
      ],
    },
    floods: {
      headlines: [
        'Hochwasser in {city}: {thousands} Menschen in Sicherheit gebracht',
        'Starkregen überflutet {city}, {tens} Straßen gesperrt',
        'Fluss bei {city} über die Ufer getreten',
      ],
      leads: [
        'Nach starkem Regen ist der Fluss bei {city} über die Ufer getreten. {thousands} Menschen mussten in der Nacht ihre Häuser verlassen.',
        'Teile von {city} stehen unter Wasser. In zwei Tagen fielen {hundreds} Millimeter Regen, mehr als sonst in einem Monat.',
      ],
      body: [
        'Die Behörden haben {tens} Straßen gesperrt. Züge fahren eingleisig, Schulen bleiben bis zum Wochenende zu.',
        '„Der Deich hält, wir prüfen ihn jede Stunde“, sagte Bürgermeisterin {woman}. Sie bat darum, nicht für Fotos an den Fluss zu gehen.',
        'Freiwillige füllten die ganze Nacht Sandsäcke. In Turnhallen gibt es Notunterkünfte, Trinkwasser ist genug da.',
        'Die Regierung versprach {money} Soforthilfe. Anträge nimmt ab Montag jedes Rathaus an.',
        'Morgen soll der Regen nachlassen. Der Wasserstand bleibt wohl noch mehrere Tage hoch.',
      ],
    },
    film: {
      headlines: [
        '„{film}“ gewinnt Filmfestival in {city}',
        'Filmfestival {city}: Hauptpreis für {woman}',
        'Überraschung beim Filmfestival in {city}: „{film}“ siegt',
      ],
      leads: [
        'Der Film „{film}“ der Regisseurin {woman} hat den Hauptpreis des Filmfestivals in {city} gewonnen.',
        'Überraschung zum Schluss des Filmfestivals in {city}: Die Jury ehrte „{film}“, den ersten Spielfilm der Regisseurin {woman}.',
      ],
      body: [
        'Im Wettbewerb liefen {tens} Filme aus aller Welt. Der Publikumspreis ging an eine Dokumentation über Leuchtturmwärter.',
        'Die Entscheidung sei einstimmig gefallen, sagte Jurypräsident {man}. Der Film vertraue seinen Bildern und erkläre nicht zu viel.',
        'Er handelt von zwei Schwestern, die eine Fähre übernehmen, die niemand mehr zu brauchen scheint. Gedreht wurde in einem Winter, mit zwölf Leuten.',
        'Die Veranstalter verkauften {thousands} Karten, {percent} Prozent mehr als im Vorjahr. Viele Filme liefen auch im Freien.',
        'Im Herbst kommt der Film ins Kino; mehrere Sender sollen sich für die Rechte interessieren.',
      ],
    },
    aiRules: {
      headlines: [
        'Neue Regeln für künstliche Intelligenz ab {year}',
        'KI-Regeln: Bußgeld bis {percent} Prozent vom Umsatz',
        'Parlament beschließt Gesetz über künstliche Intelligenz',
      ],
      leads: [
        'Das Parlament hat Regeln für künstliche Intelligenz beschlossen. Ab {year} müssen Firmen Texte und Bilder kennzeichnen, die eine Maschine erzeugt hat.',
        'Für künstliche Intelligenz gelten bald strengere Regeln. Verstöße können Firmen bis zu {percent} Prozent ihres Umsatzes kosten.',
      ],
      body: [
        'Systeme, die über Kredite, Stellen oder Behandlungen entscheiden, müssen vorab von unabhängigen Fachleuten geprüft werden.',
        '„Menschen haben ein Recht zu wissen, ob sie mit einer Maschine reden“, sagte Digitalministerin {woman}.',
        'Zum Entwurf gingen {hundreds} Stellungnahmen ein. Offene Forschungsvorhaben sind ausgenommen.',
        'Die Softwarefirma {company} nannte die Regeln streng, aber klar. Kleine Betriebe können sich an eine Beratungsstelle in {city} wenden.',
        'Bürgerrechtlern gehen die Ausnahmen für die Polizei zu weit; sie seien zudem zu unscharf formuliert.',
      ],
    },
    interestRate: {
      headlines: [
        'Zentralbank senkt Leitzins auf {rate} Prozent',
        'Leitzins fällt auf {rate} Prozent',
        'Zentralbank rechnet mit {percent2} Prozent Inflation',
      ],
      leads: [
        'Die Zentralbank hat den Leitzins um einen Viertelpunkt auf {rate} Prozent gesenkt. Es ist die zweite Senkung in diesem Jahr.',
        'Kredite werden günstiger: Bei ihrer Sitzung in {city} beschloss die Zentralbank, den Leitzins auf {rate} Prozent zu senken.',
      ],
      body: [
        'Für dieses Jahr rechnet die Bank mit {percent2} Prozent Inflation. Vor allem Mieten und Lebensmittel treiben die Preise.',
        '„Die Richtung stimmt, aber wir sind noch nicht am Ziel“, sagte Präsidentin {woman}. Entschieden werde von Sitzung zu Sitzung.',
        'Die Währung gab nach der Entscheidung leicht nach, Bauaktien legten zu. Die Anleihen bewegten sich kaum.',
        'Ökonom {man} erwartet im Frühjahr die nächste Senkung, sofern die Löhne nicht um mehr als {percent} Prozent steigen.',
        'Banken geben die Senkung oft schneller an Sparer weiter als an Kreditnehmer, warnen Verbraucherschützer.',
      ],
    },
  },
};
