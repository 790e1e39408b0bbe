"""Further towns outside the United States: they are known, but not drawn."""

from __future__ import annotations

FOREIGN_TOWNS = """
United Kingdom: Sheffield|Nottingham|Leicester|Coventry|Hull|Bradford|Derby|Sunderland|Swansea|Slough|Reading|Brighton|Bournemouth|Plymouth|Exeter|Southampton|Oxford|Norwich|Ipswich|Luton|Swindon|Blackpool|Bolton|Stockport|Croydon|Wolverhampton|Stoke-on-Trent|Middlesbrough|Aberdeen|Dundee|Inverness|Stirling|Paisley|Londonderry|Lisburn|Newry|Wrexham|Aberystwyth|Torquay|Penzance|Whitby|Scarborough|Harrogate|Huddersfield|Wigan|Cheltenham|Stratford-upon-Avon|Milton Keynes|Basingstoke|Margate|Hastings|Eastbourne
Ireland: Waterford|Kilkenny|Sligo|Tralee|Drogheda|Dundalk|Ennis|Killarney|Athlone|Letterkenny
Canada: Saskatoon|Regina|Moncton|Fredericton|Kelowna|Kamloops|Sudbury|Gatineau|Sherbrooke|Whistler|Banff|Jasper|Moose Jaw|Yellowknife|Whitehorse|Iqaluit|Nanaimo|Lethbridge|Medicine Hat|Red Deer|Mississauga|Brampton|Markham|Thunder Bay|Laval|Saint John|Trois-Rivières|Guelph|Kitchener
Australia: Ballarat|Bendigo|Geelong|Cairns|Townsville|Darwin|Wollongong|Toowoomba|Alice Springs|Launceston|Broome|Fremantle|Byron Bay|Parramatta|Bondi
New Zealand: Queenstown|Rotorua|Tauranga|Invercargill|Palmerston North|Wanaka
France: Calais|Biarritz|Cannes|Avignon|Dijon|Rennes|Reims|Grenoble|Montpellier|Le Havre|Brest|Perpignan|Annecy|Rouen|Caen|Limoges|Amiens|Nîmes|Aix-en-Provence|Saint-Tropez|Chamonix|Besançon|Mulhouse|Colmar|Versailles|Lourdes
Germany: Hanover|Nuremberg|Nürnberg|Heidelberg|Freiburg|Mainz|Kiel|Rostock|Potsdam|Essen|Dortmund|Duisburg|Bochum|Wuppertal|Münster|Augsburg|Regensburg|Passau|Würzburg|Göttingen|Kassel|Aachen|Lübeck|Erfurt|Weimar|Trier|Ulm|Karlsruhe|Mannheim|Wiesbaden|Düsseldorf|Dusseldorf
Austria: Klagenfurt|Villach|Bregenz|Kitzbühel
Switzerland: Lucerne|Lugano|Zermatt|Davos|Winterthur|St. Gallen|Interlaken|Montreux|Fribourg|Neuchâtel
Italy: Pisa|Verona|Padua|Trieste|Bari|Catania|Messina|Perugia|Siena|Ravenna|Parma|Modena|Bergamo|Brescia|Como|Lecce|Amalfi|Positano|Sorrento|Rimini|Assisi|Cagliari
Spain: Zaragoza|Salamanca|San Sebastián|San Sebastian|Alicante|Murcia|Palma|Cádiz|Cadiz|Santander|Gijón|Vigo|Pamplona|Ronda|Marbella|Benidorm|Tarragona|Girona|Segovia|A Coruña
Portugal: Faro|Évora|Aveiro|Funchal|Sintra|Cascais|Setúbal
Netherlands: Groningen|Maastricht|Delft|Haarlem|Leiden|Nijmegen|Arnhem|Breda|Tilburg
Belgium: Ostend|Leuven|Namur|Charleroi|Mechelen|Mons
Poland: Katowice|Lublin|Szczecin|Zakopane|Sopot|Białystok|Toruń|Rzeszów
Czech Republic: Karlovy Vary|Olomouc|Liberec|Pilsen
Hungary: Győr|Miskolc|Eger
Romania: Brașov|Brasov|Sibiu|Constanța|Timisoara|Oradea
Greece: Piraeus|Volos|Chania|Kalamata|Larissa|Ioannina
Turkey: Bursa|Adana|Gaziantep|Konya|Trabzon|Bodrum|Diyarbakir
Russia: Vladivostok|Yekaterinburg|Omsk|Irkutsk|Murmansk|Sochi|Volgograd|Rostov-on-Don|Nizhny Novgorod|Perm|Grozny
Ukraine: Dnipro|Mariupol|Donetsk|Zaporizhzhia|Kherson|Chernivtsi|Poltava|Mykolaiv
Norway: Tromsø|Tromso|Ålesund|Bodø|Kristiansand|Lillehammer
Sweden: Linköping|Lund|Umeå|Örebro|Västerås|Kiruna|Visby
Denmark: Esbjerg|Roskilde|Helsingør|Kolding
Finland: Rovaniemi|Oulu|Jyväskylä|Lahti|Vaasa
Mexico: Cancún|Cancun|Acapulco|León|Ciudad Juárez|Juárez|Juarez|Mazatlán|Mazatlan|Puerto Vallarta|Cabo San Lucas|Playa del Carmen|Tulum|Querétaro|Queretaro|Morelia|Toluca|Saltillo|Hermosillo|Culiacán|Mexicali|Ensenada|San Miguel de Allende|Cuernavaca
Brazil: Belo Horizonte|Curitiba|Porto Alegre|Manaus|Belém|Goiânia|Florianópolis|Natal|Santos|Campinas|Ouro Preto|Foz do Iguaçu
Argentina: Bariloche|Salta|Ushuaia|Mar del Plata|La Plata|Tucumán
Chile: Viña del Mar|Temuco|Punta Arenas|Iquique
Colombia: Cartagena|Bucaramanga|Pereira|Santa Marta|Manizales
Peru: Iquitos|Puno|Ayacucho|Chiclayo|Huaraz
Ecuador: Ambato|Loja|Manta
Venezuela: Barquisimeto|Maracay
Cuba: Varadero|Cienfuegos|Holguín
Guatemala: Huehuetenango
India: Ahmedabad|Surat|Lucknow|Kanpur|Nagpur|Indore|Bhopal|Patna|Varanasi|Agra|Amritsar|Kochi|Cochin|Mysore|Mysuru|Coimbatore|Madurai|Visakhapatnam|Bhubaneswar|Guwahati|Shimla|Darjeeling|Udaipur|Jodhpur|Rishikesh|Srinagar|Chandigarh|Dehradun|Ranchi|Panaji|Thiruvananthapuram|Trivandrum|Gurgaon|Noida
Pakistan: Faisalabad|Rawalpindi|Multan|Quetta|Sialkot
Bangladesh: Rajshahi|Comilla|Cox's Bazar
Sri Lanka: Jaffna|Trincomalee|Negombo|Ella
China: Hangzhou|Suzhou|Xi'an|Xian|Chongqing|Tianjin|Harbin|Qingdao|Dalian|Xiamen|Kunming|Guilin|Lhasa|Urumqi|Zhengzhou|Changsha|Dongguan|Shenyang
Japan: Kobe|Fukuoka|Nara|Kanazawa|Sendai|Nagasaki|Naha|Nikko|Hakone|Niigata|Kawasaki|Matsuyama|Kagoshima
South Korea: Gwangju|Daejeon|Suwon|Ulsan|Jeonju|Gangneung
Taiwan: Tainan|Hsinchu|Hualien
Vietnam: Hoi An|Can Tho|Nha Trang|Haiphong|Dalat|Sapa
Thailand: Ayutthaya|Krabi|Hua Hin|Chiang Rai|Udon Thani
Malaysia: Ipoh|Malacca|Kuching|Kota Kinabalu
Indonesia: Yogyakarta|Semarang|Denpasar|Makassar|Palembang|Ubud|Bogor|Malang
Philippines: Quezon City|Iloilo|Baguio|Makati|Zamboanga|Cebu|Tagaytay|Batangas|Bacolod
Iran: Mashhad|Qom|Yazd|Kerman|Ahvaz
Iraq: Arbil|Irbil|Sulaimaniya|Kirkuk|Najaf|Karbala|Sulaymaniyah|Fallujah|Tikrit
Syria: Raqqa|Idlib|Latakia|Hama|Daraa
Lebanon: Byblos|Baalbek
Israel: Eilat|Ashdod|Netanya|Ramallah|Hebron|Nablus|Jenin|Bethlehem
Jordan: Petra|Zarqa
Saudi Arabia: Dammam|Abha|Tabuk|Taif
Egypt: Aswan|Port Said|Suez|Sharm el-Sheikh|Hurghada|Ismailia|Mansoura
Morocco: Tangier|Agadir|Essaouira|Meknes|Chefchaouen|Ouarzazate
Tunisia: Kairouan|Djerba|Bizerte
Algeria: Annaba|Blida|Tamanrasset
Nigeria: Port Harcourt|Enugu|Benin City|Kaduna|Jos|Calabar|Maiduguri|Onitsha|Aba|Ilorin|Owerri
Ghana: Cape Coast|Takoradi|Tema|Sunyani
Kenya: Nakuru|Eldoret|Malindi|Lamu|Machakos|Thika
Ethiopia: Bahir Dar|Hawassa|Lalibela|Adama|Dire Dawa|Jimma|Axum
Tanzania: Mwanza|Moshi|Morogoro|Iringa|Mbeya
Uganda: Jinja|Mbarara|Mbale
South Africa: Port Elizabeth|Gqeberha|Bloemfontein|East London|Soweto|Stellenbosch|Polokwane|Pietermaritzburg|Knysna
Senegal: Ziguinchor|Touba|Kaolack
Cameroon: Garoua|Buea|Limbe|Kumba
Zimbabwe: Gweru|Masvingo
Haiti: Jacmel|Les Cayes|Jérémie
Jamaica: Ocho Rios|Negril|Port Antonio
Afghanistan: Mazar-i-Sharif|Jalalabad|Kunduz|Ghazni|Lashkar Gah
Kazakhstan: Karaganda|Aktobe|Atyrau|Aktau
Nepal: Lalitpur|Bhaktapur|Dharan|Janakpur
Cambodia: Sihanoukville|Kampot|Kep
Myanmar: Bagan|Mawlamyine|Bago
Croatia: Dubrovnik|Zadar|Pula|Šibenik
Slovenia: Bled|Koper|Piran
Iceland: Húsavík|Selfoss|Keflavik|Vik
Cyprus: Paphos|Famagusta|Kyrenia
Serbia: Kragujevac|Subotica
Bulgaria: Bansko|Veliko Tarnovo|Ruse
Tajikistan: Dushanbe|Khujand
Kyrgyzstan: Bishkek|Osh
Turkmenistan: Ashgabat|Ashkhabad
Bahrain: Manama
Oman: Muscat|Salalah
Georgia: Batumi|Kutaisi|Sukhumi
Moldova: Chisinau|Chișinău|Tiraspol
Malta: Valletta|Sliema
Bosnia and Herzegovina: Mostar|Banja Luka|Tuzla|Srebrenica|Zenica|Bihac
Macedonia: Skopje|Ohrid|Bitola
Montenegro: Podgorica|Kotor|Budva
Kosovo: Pristina|Prishtina|Prizren
Latvia: Jurmala|Ventspils
Lithuania: Palanga|Siauliai
Estonia: Pärnu|Parnu
Belarus: Grodno|Vitebsk
Guinea: Conakry
Liberia: Monrovia
Sierra Leone: Freetown
Gambia: Banjul
Togo: Lomé|Lome
Benin: Cotonou|Porto-Novo
Niger: Niamey|Agadez
Burkina Faso: Ouagadougou|Bobo-Dioulasso
Chad: N'Djamena|Abéché
Central African Republic: Bangui
Gabon: Libreville|Port-Gentil
Congo: Brazzaville|Pointe-Noire|Lubumbashi|Goma|Bukavu|Kisangani|Uvira|Kolwezi
Burundi: Bujumbura|Gitega
Malawi: Lilongwe|Blantyre|Zomba
Botswana: Gaborone|Francistown
Namibia: Windhoek|Swakopmund
Madagascar: Antananarivo|Toamasina
Mauritania: Nouakchott
Eritrea: Asmara|Massawa
Laos: Vientiane|Luang Prabang
Bhutan: Thimphu
Papua New Guinea: Port Moresby
Fiji: Suva|Nadi
El Salvador: San Salvador
Dominican Republic: Santo Domingo|Punta Cana
Suriname: Paramaribo
Trinidad and Tobago: Port of Spain
Barbados: Bridgetown
Albania: Vlorë|Gjirokastër|Sarandë|Berat
"""  # noqa: E501
