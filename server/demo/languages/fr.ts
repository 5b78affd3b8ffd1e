import type { LanguageTexts } from '../language-texts.ts';

/** Names start with a consonant: "de" and "le" before them never need an elision. */
export const french: LanguageTexts = {
  locale: 'fr-FR',
  direction: 'ltr',
  labels: {
    home: 'Accueil',
    latest: 'Dernières nouvelles',
    related: 'À lire aussi',
    about: 'Qui sommes-nous',
    feed: "Fil d'actualité",
    published: 'Publié',
    desk: 'La rédaction',
    demoNotice:
      "Cet article est inventé pour la rédaction de démonstration de Tidings. Les personnes, les lieux, les entreprises et les faits n'existent pas.",
    wire: 'Agence Méridien',
    wireCredit: ' ({wire})',
    dateline: '{city} ({wire}) – ',
    sections: { economy: 'Économie', city: 'Villes', science: 'Sciences', culture: 'Culture', sport: 'Sport' },
  },
  names: {
    shared: {
      cities: ['Velmaro', 'Korindo', 'Sennavi', 'Tallome', 'Brelomi', 'Pellaru', 'Dunkeri', 'Zameku'],
      women: ['Lira Temano', 'Mirela Koste', 'Sana Belloru', 'Tiena Varo', 'Joska Lindeno', 'Noemi Draskove'],
      men: ['Davor Simelo', 'Ruben Okasi', 'Teodor Malve', 'Kasper Nuvolo', 'Emil Tarrande', 'Pavel Oriso'],
      companies: ['Solvanto', 'Keplano', 'Nexoru', 'Marivo', 'Tundero', 'Belkasu'],
      films: ['La Lanterne de sel', 'Neuf bacs vers le nord', "L'Hiver des hirondelles"],
    },
    local: {
      cities: ['Port-Briselle', 'Val-Doriane', 'Montlurier', 'Saint-Virel', 'Clairebrume'],
      women: ['Maïlys Corvanne', 'Bérénice Taillefonds', 'Solène Vauclaret'],
      men: ['Gaspard Brisemont', 'Lucien Valdrôme', 'Théodore Marsanges'],
      companies: ['Groupe Briselle', 'Doriane Industrie', 'Voltabrume', 'Maison Virel'],
      films: ['Le Passeur du lundi', 'Rue des Tanneurs', 'Marée de mars'],
    },
  },
  money: (millions, pool) => `${millions} millions ${pool === 'shared' ? 'de couronnes' : "d'euros"}`,
  closings: [
    "Nous y reviendrons dans l'édition du soir.",
    "D'autres informations sont attendues dans les prochains jours.",
    "Photos et éclairages sont à retrouver dans l'édition du week-end.",
    'Nos journalistes restent sur place et suivent la situation.',
    "La rédaction répond aux questions des lecteurs jusqu'à vendredi.",
  ],
  stories: {
    harbour: {
      headlines: [
        "{city} approuve l'extension de son port pour {money}",
        "L'extension du port de {city} créera {hundreds} emplois",
        '{company} remporte le chantier du port de {city}',
      ],
      leads: [
        "Le conseil municipal de {city} a approuvé l'extension du port, débattue depuis des années. Les travaux coûteront {money} et doivent s'achever en {year}.",
        'Après deux ans de consultations, {city} aura un port plus grand : les autorités ont donné jeudi leur feu vert à un projet de {money}.',
      ],
      body: [
        'Le plan prévoit un quai en eau profonde et {tens} hectares de stockage. Le port pourra alors traiter {thousands} conteneurs de plus par mois.',
        "« Les navires s'allongent, pas nos quais », résume {woman}, directrice de l'autorité portuaire. Le trafic de marchandises a augmenté de {percent} % en un an.",
        "L'entreprise {company} se chargera du dragage et des murs de quai. Elle annonce la création de {hundreds} emplois permanents.",
        "Les pêcheurs craignent que le dragage n'abîme les frayères de la baie. L'autorité promet d'arrêter le chantier au printemps et de publier chaque semaine des analyses de l'eau.",
        'Une nouvelle voie ferrée doit retirer des camions de la route côtière, où les files d’attente sont devenues quotidiennes.',
      ],
    },
    cars: {
      headlines: [
        "Voitures électriques : l'aide prolongée jusqu'en {year}",
        'Le gouvernement consacre {money} à la voiture électrique',
        "{company} salue la nouvelle aide à l'achat de voitures électriques",
      ],
      leads: [
        "Les acheteurs de voitures électriques continueront de recevoir une aide jusqu'en {year}. Le gouvernement y consacre {money}.",
        "L'aide à l'achat de voitures électriques est prolongée : les ministres se sont accordés sur {money}, bornes de recharge comprises.",
      ],
      body: [
        'Les ventes de voitures électriques ont progressé de {percent} % au dernier trimestre. Les concessionnaires citent surtout les petites familiales.',
        'La ministre des Transports, {woman}, fait état de {thousands} demandes depuis le printemps. « Les gens sont prêts à changer si le prix est juste », dit-elle.',
        'Quelque {hundreds} stations de recharge seront construites, surtout le long des routes nationales et dans les bourgs autour de {city}.',
        'Le constructeur {company} va baisser le prix de son modèle le moins cher, assemblé dans son usine de {city}.',
        "Les associations de consommateurs préviennent que l'aide ne doit pas finir en hausse des prix et demandent un bilan tous les six mois.",
      ],
    },
    chips: {
      headlines: [
        'Les exportations de puces en hausse de {percent} %',
        '{company} construira une usine de puces à {city}',
        'Semi-conducteurs : les exportations atteignent {money}',
      ],
      leads: [
        'Les exportations de semi-conducteurs ont augmenté de {percent} % le mois dernier pour atteindre {money}, selon les douanes.',
        'La demande de mémoires et de capteurs a porté les exportations de semi-conducteurs à {money}, soit {percent} % de plus en un an.',
      ],
      body: [
        'Le fabricant {company} confirme la construction d’une nouvelle usine à {city}. La production démarrera en {year} et emploiera {hundreds} personnes.',
        "Les puces représentent désormais {tens} % des exportations de l'électronique. Les commandes des centres de données progressent plus vite que celles des téléphones.",
        "« Les carnets de commandes sont pleins pour l'an prochain », affirme {woman}, présidente de la fédération. Ce sont les techniciens qui manquent, non les machines.",
        "L'analyste {man} appelle à la prudence : les nouvelles licences d'exportation pourraient retarder les livraisons et certains clients ont plus de stocks qu'il n'y paraît.",
        'Les universités de la région préparent des cursus de conception de puces, soutenus par un fonds de la branche.',
      ],
    },
    football: {
      headlines: [
        'Football : {city} bat {city2} {goals}-{goalsAgainst} et file en finale de la coupe',
        '{man} envoie {city} en finale de la coupe',
        '{city} élimine {city2} et rejoint la finale',
      ],
      leads: [
        '{city} jouera la finale de la coupe de football. Devant {thousands} spectateurs, son équipe a battu {city2} mercredi soir sur le score de {goals} à {goalsAgainst}.',
        'Un but à la {tens}e minute a tout changé : {city} a battu {city2} {goals}-{goalsAgainst} en demi-finale de la coupe de football.',
      ],
      body: [
        "L'attaquant {man} a marqué à la {tens}e minute en reprenant un centre à ras de terre. C'est son cinquième but dans la compétition.",
        '{city2} a davantage tenu le ballon après la pause, sans trouver la faille dans une défense patiente. Deux corners tardifs n’ont rien donné.',
        "« Ils ont couru les uns pour les autres jusqu'à la dernière seconde », se félicite l'entraîneuse {woman}, dont l'équipe n'a plus perdu chez elle depuis l'automne.",
        'La finale débutera samedi prochain à {hour} h. Les billets seront en vente lundi ; le club demande de ne pas passer la nuit devant les guichets.',
        'Les supporters visiteurs sont restés longtemps en tribune après le coup de sifflet final, applaudis par le public local.',
      ],
    },
    comet: {
      headlines: [
        "Une nouvelle comète visible à l'œil nu dès {hour} h",
        'Des astronomes de {city} découvrent une comète brillante',
        'Cette comète ne reviendra que dans {thousands} ans',
      ],
      leads: [
        "Une comète tout juste découverte est visible à l'œil nu cette semaine. Elle apparaît vers {hour} h, bas à l'ouest, indique l'observatoire de {city}.",
        "Les astronomes de l'observatoire de {city} ont découvert une comète chaque jour plus brillante. Elle passera à {tens} millions de kilomètres de la Terre.",
      ],
      body: [
        "C'est {woman} qui l'a repérée en cherchant de petits astéroïdes. « J'ai vérifié les images trois fois avant d'appeler quelqu'un », raconte l'astronome.",
        'Au plus près, elle se trouvera à {tens} millions de kilomètres. La Terre ne court aucun danger.',
        'Selon les calculs, il lui faut environ {thousands} ans pour faire le tour du Soleil. Personne n’a consigné son dernier passage.',
        "L'observatoire ouvrira sa coupole au public vendredi. Déjà {hundreds} personnes se sont inscrites, et une seconde soirée est prévue.",
        "Des jumelles suffisent pour distinguer la queue. Mieux vaut un endroit sombre, avec un horizon dégagé à l'ouest.",
      ],
    },
    rice: {
      headlines: [
        'Le prix du riz bondit de {percent} % en un mois',
        "L'État va vendre {thousands} tonnes de riz de sa réserve",
        'Le riz augmente encore à {city}',
      ],
      leads: [
        "Le prix de gros du riz a augmenté de {percent} % en un mois. Au marché central de {city}, les négociants parlent de l'offre la plus faible depuis des années.",
        "Pour calmer le marché, l'État va mettre en vente {thousands} tonnes de riz de sa réserve. À {city}, le prix avait bondi de {percent} % en un mois.",
      ],
      body: [
        'Un printemps sec et des pluies tardives ont réduit la récolte. Les stocks des grossistes suffisent pour environ {tens} jours, selon le ministère.',
        "« Le producteur ne voit presque rien de cette hausse », regrette {woman}, présidente de l'association des riziculteurs. Engrais et gazole ont aussi augmenté.",
        "L'inflation alimentaire était de {percent2} % le mois dernier. Le riz devrait la nourrir jusqu'à la prochaine récolte.",
        'Plusieurs supermarchés limitent les ventes à deux sacs par client. Des cantines servent des pâtes deux jours par semaine.',
        "L'huile et les pâtes restent stables, et les importateurs assurent que des navires chargés de riz sont en route.",
      ],
    },
    metro: {
      headlines: [
        '{city} inaugure une nouvelle ligne de métro',
        'Métro de {city} : {thousands} voyageurs par jour attendus',
        "Métro de {city} : {tens} kilomètres de plus d'ici {year}",
      ],
      leads: [
        'Le premier train est parti à {hour} h : {city} a ouvert une nouvelle ligne de métro entre la vieille ville et les quartiers nord.',
        'La nouvelle ligne de métro de {city} est en service. L’exploitant attend {thousands} voyageurs par jour sur ses {tens} kilomètres.',
      ],
      body: [
        "Le chantier a coûté {money}, un peu plus que prévu. L'eau souterraine de la vieille ville a arrêté les tunneliers pendant des mois.",
        '« Cette ligne rend une heure par jour à beaucoup de gens », se réjouit la maire, {woman}, à bord du premier train. Toutes les stations ont des ascenseurs.',
        'Les rames, construites par {company}, roulent sans conducteur, toutes les quatre minutes en semaine.',
        "Un second tronçon doit suivre d'ici {year}. Le tracé près de l'hôpital universitaire reste à fixer.",
        'Les commerçants, qui ont vécu des années derrière les palissades, seront aidés par un fonds municipal.',
      ],
    },
    museum: {
      headlines: [
        'Un nouveau musée ouvre à {city}',
        'Le musée de {city} montre {hundreds} pièces, souvent inédites',
        'Le musée maritime de {city} ouvre après {money} de travaux',
      ],
      leads: [
        'Après cinq ans de chantier, le nouveau musée de {city} a ouvert ses portes. Il présente {hundreds} pièces, dont beaucoup pour la première fois.',
        "{city} a un nouvel emblème : le musée du front de mer a été inauguré dimanche. L'édifice a coûté {money}.",
      ],
      body: [
        "La directrice, {woman}, veut une maison ouverte à tous. L'entrée est gratuite le premier dimanche du mois et les cartels sont courts.",
        "Le bâtiment est l'œuvre de l'architecte {man}. La lumière du jour n'y entre que par le toit, pour protéger cartes anciennes et textiles.",
        'Environ {tens} % de la collection vient de fouilles locales. La pièce la plus ancienne est un poids de filet en pierre.',
        'Le musée attend {thousands} visiteurs la première année. Les créneaux du premier week-end sont partis en un jour.',
        'Un atelier permet de voir travailler les restaurateurs ; les enfants peuvent y construire une maquette de bateau.',
      ],
    },
    vaccine: {
      headlines: [
        'Vaccin : {company} annonce {share} % de protection',
        'Nouveau vaccin : {thousands} volontaires pour le dernier essai',
        'Bons résultats pour le vaccin contre la fièvre pulmonaire',
      ],
      leads: [
        'Un nouveau vaccin contre la fièvre pulmonaire a protégé {share} % des vaccinés dans un vaste essai. Le fabricant {company} a publié les chiffres mardi.',
        "L'essai du vaccin de {company} entre dans sa dernière phase. {thousands} volontaires y participent, et les premiers résultats sont prometteurs.",
      ],
      body: [
        "L'étude s'est déroulée dans {tens} hôpitaux. La moitié des volontaires a reçu un placebo, sans que ni eux ni leurs médecins le sachent.",
        'Les effets secondaires sont restés légers : {percent} % des vaccinés ont eu de la fièvre, jamais plus d’une journée.',
        "« Les résultats sont clairs, mais il faut savoir combien de temps dure la protection », dit {woman}, qui dirige l'étude au CHU de {city}.",
        "L'autorité de contrôle veut examiner les données au plus vite. Une autorisation est possible en {year}.",
        "Reste à savoir si les doses se conservent dans un réfrigérateur ordinaire, ce qui faciliterait l'approvisionnement des campagnes.",
      ],
    },
    floods: {
      headlines: [
        'Inondations à {city} : {thousands} personnes évacuées',
        '{city} sous les eaux, {tens} routes coupées',
        'La rivière déborde près de {city}',
      ],
      leads: [
        'Après de fortes pluies, la rivière a débordé près de {city}. {thousands} personnes ont dû quitter leur logement dans la nuit.',
        'Une partie de {city} est sous les eaux. Il est tombé {hundreds} millimètres de pluie en deux jours, plus que d’ordinaire en un mois.',
      ],
      body: [
        "Les autorités ont coupé {tens} routes. Les trains circulent sur une seule voie et les écoles resteront fermées jusqu'au week-end.",
        '« La digue tient, nous la surveillons heure par heure », assure la maire, {woman}, qui demande de ne pas approcher pour prendre des photos.',
        "Des bénévoles ont rempli des sacs de sable toute la nuit. Des gymnases servent d'abri et l'eau potable ne manque pas.",
        "Le gouvernement promet {money} d'aide d'urgence. Les demandes se font en mairie dès lundi.",
        "La pluie devrait faiblir demain, mais le niveau de l'eau restera élevé plusieurs jours.",
      ],
    },
    film: {
      headlines: [
        '« {film} » remporte le festival de cinéma de {city}',
        'Festival de {city} : le grand prix pour {woman}',
        'Surprise au festival de cinéma de {city} : « {film} » couronné',
      ],
      leads: [
        'Le film « {film} », de la réalisatrice {woman}, a reçu le grand prix du festival de cinéma de {city}.',
        'Surprise finale au festival de cinéma de {city} : le jury a couronné « {film} », premier long métrage de la réalisatrice {woman}.',
      ],
      body: [
        'La compétition réunissait {tens} films du monde entier. Le prix du public est allé à un documentaire sur les gardiens de phare.',
        "La décision était unanime, explique {man}, président du jury : le film fait confiance à ses images et n'explique pas trop.",
        "L'histoire suit deux sœurs qui reprennent un bac dont plus personne ne semble avoir besoin. Le tournage a duré un hiver, avec une équipe de douze personnes.",
        "Les organisateurs ont vendu {thousands} billets, {percent} % de plus que l'an dernier. De nombreuses séances avaient lieu en plein air.",
        "Le film sortira en salle à l'automne ; plusieurs chaînes s'intéressent aux droits.",
      ],
    },
    aiRules: {
      headlines: [
        "De nouvelles règles pour l'intelligence artificielle dès {year}",
        "Intelligence artificielle : des amendes jusqu'à {percent} % du chiffre d'affaires",
        "Le Parlement adopte la loi sur l'intelligence artificielle",
      ],
      leads: [
        "Le Parlement a adopté des règles pour l'intelligence artificielle. Dès {year}, les entreprises devront signaler les textes et images produits par une machine.",
        "L'usage de l'intelligence artificielle sera mieux encadré. Les entreprises en infraction risquent une amende allant jusqu'à {percent} % de leur chiffre d'affaires.",
      ],
      body: [
        'Les systèmes qui décident d’un crédit, d’une embauche ou d’un traitement devront être examinés au préalable par des experts indépendants.',
        '« Chacun a le droit de savoir s’il parle à une machine », déclare la ministre du Numérique, {woman}.',
        'Le ministère a reçu {hundreds} contributions. Les projets scientifiques ouverts sont exemptés.',
        "L'éditeur de logiciels {company} juge les règles sévères mais claires. Un centre de conseil pour les petites entreprises ouvrira à {city}.",
        'Les associations de défense des droits jugent les exceptions accordées à la police trop larges et trop vagues.',
      ],
    },
    interestRate: {
      headlines: [
        'La banque centrale abaisse son taux à {rate} %',
        'Le taux directeur recule à {rate} %',
        'La banque centrale prévoit une inflation de {percent2} %',
      ],
      leads: [
        "La banque centrale a abaissé son taux directeur d'un quart de point, à {rate} %. C'est la deuxième baisse de l'année.",
        'Emprunter coûtera moins cher : réunie à {city}, la banque centrale a ramené son taux directeur à {rate} %.',
      ],
      body: [
        "La banque table sur une inflation de {percent2} % cette année. Les loyers et l'alimentation pèsent toujours le plus.",
        "« La direction est bonne, mais nous n'y sommes pas encore », a dit la gouverneure, {woman}. La suite se décidera réunion après réunion.",
        "La monnaie a légèrement reculé après l'annonce et les valeurs du bâtiment ont progressé. Les obligations ont à peine bougé.",
        "L'économiste {man} attend une nouvelle baisse au printemps, si les salaires n'augmentent pas de plus de {percent} %.",
        "Les banques répercutent souvent la baisse sur l'épargne avant les crédits, avertissent les associations.",
      ],
    },
  },
};
